import { expect } from 'chai'
import { type LagMonitor, monitorLag } from '#gateway/health/consumer-lag.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const INTERVAL_MS = 5000
/** Longer than a lane may lag. */
const STUCK_ROUNDS = 60

describe('consumer-lag', () => {
  let watch: LagMonitor
  let metrics: ReturnType<typeof prometheusMetrics>
  let lagOf: (group: string, topic: string) => number
  let finishedOf: () => number
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
    lagOf = () => 0
    finishedOf = () => 0
    metrics = prometheusMetrics({ process: false })
  })
  afterEach(() => {
    watch.close()
    clock.stop()
  })

  function start(): void {
    const log: Pick<EventLog, 'lag'> = {
      async lag(group, topics) {
        return topics.map((topic) => ({
          topic,
          records: lagOf(group, topic),
          positions: [{ topic, partition: 0, offset: finishedOf(), metadata: '' }],
        }))
      },
    }
    watch = monitorLag({ log, groups: consumerGroups, metrics, intervalMs: INTERVAL_MS })
  }

  const exposed = async (series: string) => {
    const { text } = await metrics.expose()
    const line = text.split('\n').find((one) => one.startsWith(`pageprobe_lag_records{${series}}`))
    return line === undefined ? null : Number(line.split(' ').at(-1))
  }
  const rounds = (count: number) => clock.pass(count * INTERVAL_MS)

  it('exposes the lag of each group over all its topics', async () => {
    lagOf = (group, topic) => (group === 'batch.batch' ? 2 : topic === 'page.fetched.batch' ? 7 : 0)
    start()
    await rounds(1)
    expect(await exposed('stage="extract",lane="batch"')).to.equal(7)
    expect(await exposed('stage="fetch",lane="interactive"')).to.equal(0)
    // Four results, failures, dead letters, deferred requests and resting hosts: eight topics.
    expect(await exposed('stage="batch",lane="batch"')).to.equal(16)
  })

  it('reports a stage that has interactive work and finishes none, until it does', async () => {
    lagOf = (group) => (group === 'extract.interactive' ? 3 : 0)
    start()
    expect(watch.lagging()).to.deep.equal([])
    await rounds(18)
    expect(watch.lagging()).to.deep.equal([])
    await rounds(1)
    expect(watch.lagging()).to.deep.equal(['extract'])
    lagOf = () => 0
    await rounds(1)
    expect(watch.lagging()).to.deep.equal([])
  })

  it('reports a batch lane without progress, also as a metric', async () => {
    lagOf = (group) => (group === 'fetch.batch' ? 3 : 0)
    start()
    await rounds(STUCK_ROUNDS - 2)
    expect(watch.lagging()).to.deep.equal([])
    await rounds(1)
    expect(watch.lagging()).to.deep.equal(['fetch.batch'])
    const { text } = await metrics.expose()
    expect(text).to.include('pageprobe_lane_behind{stage="fetch",lane="batch"} 1')
    lagOf = () => 0
    await rounds(1)
    expect(watch.lagging()).to.deep.equal([])
  })

  it('does not report a lane that works off its queue, nor a batch lane with progress', async () => {
    let done = 0
    // As many arrive as are finished.
    lagOf = (group) => (group === 'fetch.interactive' ? 3 : group === 'fetch.batch' ? 1000 : 0)
    finishedOf = () => done++
    start()
    await rounds(70)
    expect(watch.lagging()).to.deep.equal([])
  })

  it('exposes nothing while the log is unavailable, and resumes afterwards', async () => {
    lagOf = () => {
      throw new Error('the log is away')
    }
    start()
    await rounds(2)
    expect(await exposed('stage="fetch",lane="batch"')).to.equal(null)
    lagOf = () => 1
    await rounds(2)
    expect(await exposed('stage="fetch",lane="batch"')).to.equal(1)
  })
})
