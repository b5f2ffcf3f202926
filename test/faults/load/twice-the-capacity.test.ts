import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { root } from '#test/support/sandbox.ts'
import {
  AT_ONCE_MS,
  countAnswers,
  isAnswered,
  openLoop,
  openSnapshotLoad,
  type SnapshotLoad,
  slowestRefusal,
  type TimedAnswer,
} from './snapshot-load.ts'

const SECONDS = 20
const CAPACITY_SECONDS = 10
const CALLERS = 4
const FACTOR = 2
/** Of the capacity, answered in time: measured with a few callers, it differs from run to run. */
const LEAST_SHARE = 0.7

/** The proportions of calls by owner. */
const loads: Readonly<Record<string, readonly number[]>> = {
  'ten owners alike': Array(10).fill(1),
  'ten owners, one with ten times the calls': [10, ...Array(9).fill(1)],
}

describe('snapshots at twice the capacity', function () {
  this.timeout(240_000)
  let load: SnapshotLoad
  before(function () {
    requireBrowser(this)
  })
  beforeEach(async () => {
    load = await openSnapshotLoad()
  })
  afterEach(() => load?.close())

  for (const [title, shares] of Object.entries(loads)) {
    it(`are answered as many as fit, and the others are refused at once: ${title}`, async () => {
      const keys = await Promise.all(shares.map((_, owner) => makeKey(`owner-${owner}`)))
      const capacity = await capacityPerSecond()
      const owners = interleaved(shares)
      const began = performance.now()
      const answers = await openLoop({ perSecond: FACTOR * capacity, seconds: SECONDS }, (index) =>
        load.snapshot(keys[owners[index % owners.length] as number]),
      )
      const inTime = answers.filter((one) => isAnswered(one) && one.endedAt <= began + SECONDS * 1000)
      const share = inTime.length / SECONDS / capacity
      const slowest = slowestRefusal(answers)
      reportFault({ fault: `snapshots at twice the capacity, ${title}`, ...countAnswers(answers) })
      const figures = `${capacity.toFixed(1)} a second fit, ${(share * 100).toFixed(0)} % of that in time`
      console.log(`      ${figures}, the slowest refusal after ${slowest.toFixed(0)} ms`)
      expect(countAnswers(answers)).to.include({ lost: 0, wrong: 0 })
      expect(share).to.be.above(LEAST_SHARE)
      expect(slowest).to.be.at.most(AT_ONCE_MS)
    })
  }

  /** With waiting callers, each with one call after the other. */
  async function capacityPerSecond(): Promise<number> {
    await load.snapshot()
    const began = performance.now()
    const answers: TimedAnswer[] = []
    const caller = async () => {
      while (performance.now() < began + CAPACITY_SECONDS * 1000) answers.push(await load.snapshot())
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    return (answers.filter(isAnswered).length * 1000) / (performance.now() - began)
  }

  async function makeKey(owner: string): Promise<string> {
    const args = ['gateway/cli/keys.ts', 'create', '--plan', 'enterprise', '--owner', owner]
    const env = { ...process.env, ...load.fixture.env }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
    return stdout.trim()
  }
})

/** The owners of the calls, evenly. */
function interleaved(shares: readonly number[]): number[] {
  const places = shares.flatMap((share, owner) =>
    Array.from({ length: share }, (_, at) => ({ owner, at: (at + owner / shares.length) / share })),
  )
  return places.toSorted((a, b) => a.at - b.at).map(({ owner }) => owner)
}
