import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { generationOf } from '#test/support/external/group-generation.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type FaultReport, underFault } from '#test/support/faults/under-fault.ts'
import { openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'

/** At most ten pages a second, half of them while a process stands still: about as long as the stalls. */
const [LONG_PAGES, SHORT_PAGES] = [1400, 300]
const LIMIT_MS = 150_000
/** Between two stalls a group may rebalance, and work goes on. */
const PAUSE_MS = 4000
const GROUPS = ['fetch.batch', 'fetch.interactive', 'extract.batch', 'extract.interactive']

interface Stalls {
  readonly title: string
  readonly name: string
  readonly pages: number
  readonly count: number
  readonly ms: number
}

describe('one of two stage processes that stands still again and again', function () {
  this.timeout(480_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let fixture: PartsFixture
  before(async () => {
    fixture = await openPartsFixture({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
  })
  after(() => fixture?.close())

  const generations = () => Promise.all(GROUPS.map((group) => generationOf(fixture.env, group)))

  async function stall({ count, ms }: Stalls): Promise<void> {
    for (let at = 0; at < count; at++) {
      fixture.processes[1]?.signal('SIGSTOP')
      await sleep(ms)
      fixture.processes[1]?.signal('SIGCONT')
      await sleep(PAUSE_MS)
    }
  }

  /** Also returns how often each group has rebalanced. */
  async function under(stalls: Stalls): Promise<{ report: FaultReport; rebalances: number[] }> {
    const before = await generations()
    const { name, pages } = stalls
    const report = await underFault(fixture, { name, pages, inject: () => stall(stalls), limitMs: LIMIT_MS })
    const rebalances = (await generations()).map((one, at) => one - (before[at] as number))
    const { accepted, batch, lost, repeated, undocumented, endedMs } = report
    const figures = {
      accepted: accepted + batch.accepted,
      lost: lost + batch.accepted - batch.once,
      repeated,
    }
    reportFault({ fault: stalls.title, ...figures, wrong: undocumented.length, recoveredMs: endedMs })
    console.log(
      `      ${GROUPS.map((group, at) => `${group} rebalanced ${rebalances[at]} times`).join(', ')}`,
    )
    return { report, rebalances }
  }

  function expectRight({ undocumented, lost, several, batch, accepted }: FaultReport, pages: number): void {
    expect(undocumented).to.deep.equal([])
    expect({ lost, several, batch }).to.deep.equal({
      ...{ lost: 0, several: 0 },
      batch: { accepted: pages, done: pages, once: pages },
    })
    expect(accepted).to.be.above(0)
  }

  it('for less than a session keeps its place in its groups', async () => {
    const stalls = { title: 'a stage process stalled for 3 s, 5 times', name: 'short', count: 5, ms: 3000 }
    const { report, rebalances } = await under({ ...stalls, pages: SHORT_PAGES })
    expectRight(report, SHORT_PAGES)
    expect(rebalances).to.deep.equal([0, 0, 0, 0])
  })

  it('for longer than a session leaves and comes back, once each time', async () => {
    const stalls = { title: 'a stage process stalled for 8 s, 20 times', name: 'long', count: 20, ms: 8000 }
    const { report, rebalances } = await under({ ...stalls, pages: LONG_PAGES })
    expectRight(report, LONG_PAGES)
    for (const times of rebalances) expect(times).to.be.within(20, 40)
  })
})
