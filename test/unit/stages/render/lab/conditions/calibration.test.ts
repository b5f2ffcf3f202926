import { mock } from 'node:test'
import { expect } from 'chai'
import { calibrate } from '#stages/render/lab/conditions/calibration.ts'
import type { IsolatedWorld, PageScript } from '#stages/render/tab/isolated-world.ts'

/** A page that runs 80,000 iterations a millisecond, slowed down by these factors, one for each run. */
function makePage(slowdowns: readonly number[]) {
  const runs: number[] = []
  const run = async (_: unknown, iterations: number) => {
    const slowdown = slowdowns[runs.length] ?? 1
    runs.push(iterations)
    return (iterations / 80_000) * slowdown
  }
  return { runs, world: { run, runWithin: run } as unknown as IsolatedWorld }
}

describe('calibration', () => {
  it('chooses a loop of 12.5 ms by the second run: the first one includes the compilation', async () => {
    const { world, runs } = makePage([3, 1])
    const { baseMs } = await calibrate(world)
    // 2,000,000 iterations take 25 ms, so 12.5 ms are 1,000,000.
    expect(runs).to.deep.equal([2_000_000, 2_000_000, 1_000_000, 1_000_000])
    expect(baseMs).to.equal(12.5)
  })

  it('takes the faster of two runs as its base', async () => {
    const { world } = makePage([1, 1, 2, 1.5])
    expect((await calibrate(world)).baseMs).to.equal(12.5 * 1.5)
  })

  it('measures the same loop later, in another world', async () => {
    const { measureLoop } = await calibrate(makePage([]).world)
    const slow = makePage([4])
    expect(await measureLoop(slow.world, 1000)).to.equal(50)
    expect(slow.runs).to.deep.equal([1_000_000])
  })

  it('runs a loop three times, and reports how long the fastest took', async () => {
    let main: PageScript<number, number>['main'] = () => Number.NaN
    const recording = {
      run: async (script: PageScript<number, number>) => {
        main = script.main
        return 12.5
      },
    } as unknown as IsolatedWorld
    await calibrate(recording)
    const times = [0, 5, 10, 13, 20, 24]
    const now = mock.method(performance, 'now', () => times.shift())
    try {
      expect(await main(1000)).to.equal(3)
    } finally {
      now.mock.restore()
    }
  })
})
