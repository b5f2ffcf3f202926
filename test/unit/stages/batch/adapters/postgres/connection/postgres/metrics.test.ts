import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import { databaseMetrics } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('metrics of a database', () => {
  it('count statements and transactions by their outcome, and say how many connections are in use', async () => {
    const metrics = prometheusMetrics({ process: false })
    const connections = { use: () => Promise.reject(), close() {}, inUse: 3, waiting: 5 }
    const timed = databaseMetrics(metrics, connections)
    expect(await timed('statement', async () => 'rows')).to.equal('rows')
    const fail = (error: Error) => timed('transaction', () => Promise.reject(error))
    await rejectionOf(fail(unavailable('batches')))
    expect(await rejectionOf(fail(new RangeError('x')))).to.be.instanceOf(RangeError)
    const { text } = await metrics.expose()
    const count = (kind: string, outcome: string) =>
      new RegExp(`^pageprobe_batch_database_seconds_count\\{kind="${kind}",outcome="${outcome}"\\} 1$`, 'm')
    expect(text).to.match(count('statement', 'done'))
    expect(text).to.match(count('transaction', 'unavailable'))
    expect(text).to.match(count('transaction', 'failed'))
    expect(text).to.match(/^pageprobe_batch_database_connections\{state="in_use"\} 3$/m)
    expect(text).to.match(/^pageprobe_batch_database_connections\{state="waiting"\} 5$/m)
  })
})
