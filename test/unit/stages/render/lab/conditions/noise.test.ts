import { expect } from 'chai'
import { foreignShare, hasPaintStall, isContaminated } from '#stages/render/lab/conditions/noise.ts'

const reading = (at: number, machineMs: number | null, browserMs: number | null, serviceMs = 0) => ({
  ...{ at, machineMs, browserMs, serviceMs },
})
const quiet = {
  ...{ foreignCpu: 0.05, loopBeforeMs: 12, loopAfterMs: 13, hasPaintStall: false, discardedRuns: 0 },
}

describe('noise of a run', () => {
  it('is the CPU time of the machine minus that of the browser, as a share of all cores', () => {
    // In 1 s of 2 cores the machine was busy for 900 ms, 500 of them with the browser: 400 of 2000.
    expect(foreignShare([[reading(0, 5000, 300), reading(1000, 5900, 800)]], 2)).to.equal(0.2)
  })

  it('does not count the work of the measurement in this process, up to a quarter of a core', () => {
    const idle = reading(0, 0, 0)
    // Of 300 ms that are not the browser's, 200 are this process's.
    expect(foreignShare([[idle, reading(1000, 500, 200, 200)]], 2)).to.equal(0.05)
    // This process does more than a measurement does: 250 of its 800 ms are left out.
    expect(foreignShare([[idle, reading(1000, 1000, 200, 800)]], 2)).to.equal(0.275)
  })

  it('is unknown of a span that is short for the clock of the system', () => {
    // One tick of each core in 14 ms: nobody knows when they were.
    const short = [reading(1000, 500, 500), reading(1014, 520, 500)]
    expect(foreignShare([short], 2)).to.equal(null)
    expect(foreignShare([[reading(0, 0, 0), reading(1000, 100, 60)], short], 2)).to.equal(0.02)
  })

  it('is the share of the worst span', () => {
    const calm = [reading(0, 0, 0), reading(1000, 100, 100)]
    const busy = [reading(2000, 1000, 100), reading(2100, 1150, 150)]
    expect(foreignShare([calm, busy], 2)).to.equal(0.5)
    expect(foreignShare([calm, []], 2)).to.equal(0)
  })

  it('is between 0 and 1', () => {
    expect(foreignShare([[reading(0, 0, 0), reading(100, 10, 50)]], 1)).to.equal(0)
    expect(foreignShare([[reading(0, 0, 0), reading(100, 130, 0)]], 1)).to.equal(1)
  })

  it('is unknown without data of the system', () => {
    expect(foreignShare([[reading(0, null, 0), reading(100, null, 50)]], 2)).to.equal(null)
    expect(foreignShare([[reading(0, 5, 5)], []], 2)).to.equal(null)
  })

  it('does not contaminate a run that had two cores', () => {
    expect(isContaminated(quiet, 2)).to.equal(false)
    expect(isContaminated({ ...quiet, foreignCpu: 0.5 }, 8)).to.equal(false)
    expect(isContaminated({ ...quiet, foreignCpu: null, loopBeforeMs: null, loopAfterMs: null }, 2)).to.equal(
      false,
    )
  })

  it('contaminates a run that had too little CPU', () => {
    expect(isContaminated({ ...quiet, foreignCpu: 0.25 }, 2)).to.equal(true)
    expect(isContaminated({ ...quiet, foreignCpu: 0.25 }, 1)).to.equal(true)
    expect(isContaminated({ ...quiet, foreignCpu: 0.85 }, 8)).to.equal(true)
  })

  it('contaminates a run whose speed changed, or whose painting stalled', () => {
    expect(isContaminated({ ...quiet, loopAfterMs: 25 }, 2)).to.equal(true)
    expect(isContaminated({ ...quiet, loopBeforeMs: 25 }, 2)).to.equal(true)
    expect(isContaminated({ ...quiet, hasPaintStall: true }, 2)).to.equal(true)
  })

  it('detects a stall when a frame is a second late and a timer is not', () => {
    expect(hasPaintStall({ timerMs: 2, frameMs: 1002 })).to.equal(true)
    expect(hasPaintStall({ timerMs: 1000, frameMs: 1016 })).to.equal(false)
    expect(hasPaintStall({ timerMs: null, frameMs: null })).to.equal(false)
  })
})
