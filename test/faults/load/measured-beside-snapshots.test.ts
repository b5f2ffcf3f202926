import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import {
  AT_ONCE_MS,
  countAnswers,
  openLoop,
  openSnapshotLoad,
  type SnapshotLoad,
  slowestRefusal,
  type TimedAnswer,
} from './snapshot-load.ts'

const SECONDS = 25
const PER_SECOND = 2

describe('measurements one after the other, beside two snapshots a second', function () {
  this.timeout(180_000)
  let load: SnapshotLoad
  before(async function () {
    requireBrowser(this)
    load = await openSnapshotLoad()
  })
  after(() => load?.close())

  it('are answered in turn with the snapshots, or either is refused at once', async () => {
    await load.snapshot()
    const alone = await load.measurement()
    let isOver = false
    const captured = openLoop({ perSecond: PER_SECOND, seconds: SECONDS }, () => load.snapshot()).finally(
      () => {
        isOver = true
      },
    )
    const measured: TimedAnswer[] = []
    while (!isOver) measured.push(await load.measurement())
    const answers = [...measured, ...(await captured)]
    const slowest = slowestRefusal(answers)
    reportFault({ fault: 'measurements beside snapshots, for 40 s', ...countAnswers(answers) })
    console.log(
      `      ${measured.length} measurements, the slowest took ${slowestOf(measured)} ms, one alone ${alone.ms.toFixed(0)} ms`,
    )
    expect(countAnswers(answers)).to.include({ lost: 0, wrong: 0 })
    expect(slowest).to.be.at.most(AT_ONCE_MS)
    expect(measured.some(({ status }) => status === 200)).to.equal(true)
  })
})

function slowestOf(answers: readonly TimedAnswer[]): string {
  return Math.max(...answers.map(({ ms }) => ms)).toFixed(0)
}
