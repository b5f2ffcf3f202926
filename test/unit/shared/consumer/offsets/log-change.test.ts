import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import {
  isOfCurrentLog,
  isOtherLog,
  type LogChange,
  makeLogChangeReporter,
} from '#shared/consumer/offsets/log-change.ts'
import { silentLog } from '#test/support/silent-log.ts'

const bounds = { topic: 't', partition: 0, oldest: 0, end: 10 }
const commit = (log: string, offset: number) => ({ log, offset, metadata: '' })

describe('log changes', () => {
  it('need two known ids that differ', () => {
    const pairs = [
      ['A', 'B', true],
      ['A', 'A', false],
      ['A', '', false],
      ['', 'B', false],
      ['', '', false],
    ] as const
    for (const [one, other, expected] of pairs)
      expect(isOtherLog(one, other), `${one}/${other}`).to.equal(expected)
  })

  it('leave a commit valid in its own log, and one without an id up to the end', () => {
    const holds = (log: string, committed: ReturnType<typeof commit> | null) =>
      isOfCurrentLog({ ...bounds, log, committed })
    expect(holds('A', null)).to.equal(false)
    expect(holds('A', commit('A', 99))).to.equal(true)
    expect(holds('A', commit('B', 5))).to.equal(false)
    for (const [log, committed] of [
      ['A', ''],
      ['', 'A'],
      ['', ''],
    ] as const) {
      expect(holds(log, commit(committed, 10)), `${log}/${committed}`).to.equal(true)
      expect(holds(log, commit(committed, 11)), `${log}/${committed}`).to.equal(false)
    }
  })

  it('are logged with their cause, and counted by consumer and lane', async () => {
    const metrics = prometheusMetrics({ process: false })
    const lines: unknown[][] = []
    const logger = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) }
    const report = makeLogChangeReporter('fetch', logger as typeof silentLog, metrics)
    const change = { topic: 't', partition: 3, from: 5, to: 9 }
    const changes: LogChange[] = [
      { ...change, cause: 'retention', lost: 4, replayed: 0 },
      { ...change, cause: 'truncated', lost: 1, replayed: 7 },
      { ...change, cause: 'recreated', lost: 0, replayed: 2 },
    ]
    for (const one of changes) report(one, 'batch')
    expect(lines.map(([about]) => about)).to.deep.equal(
      changes.map((one) => ({ group: 'fetch.batch', ...one })),
    )
    expect(lines.map(([, message]) => String(message).split(' ').slice(0, 4).join(' '))).to.deep.equal([
      'retention removed records that',
      'the log was truncated:',
      'the topic was recreated:',
    ])
    const { text } = await metrics.expose()
    expect(text).to.include('pageprobe_records_lost_total{stage="fetch",lane="batch"} 5')
    expect(text).to.include('pageprobe_records_replayed_total{stage="fetch",lane="batch"} 9')
  })
})
