import { isUnavailable } from '#shared/errors.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Connections } from './connections.ts'

type Kind = 'statement' | 'transaction'

/** Observes how long the database takes, until the work settles, with the wait for a connection. */
export type Timed = <T>(kind: Kind, work: () => Promise<T>) => Promise<T>

/** Registers the metrics of a database and its connections. */
export function databaseMetrics(metrics: Metrics, connections: Connections): Timed {
  const seconds = metrics.histogram({
    name: 'pageprobe_batch_database_seconds',
    help: 'time of a statement or transaction in the database of batches, with the wait for a connection',
    labels: { kind: ['statement', 'transaction'], outcome: ['done', 'unavailable', 'failed'] },
  })
  const inPool = metrics.gauge({
    name: 'pageprobe_batch_database_connections',
    help: 'connections to the database of batches: statements and transactions that use one, and that wait for one',
    labels: { state: ['in_use', 'waiting'] },
  })
  inPool.watch({ state: 'in_use' }, () => connections.inUse)
  inPool.watch({ state: 'waiting' }, () => connections.waiting)
  return async (kind, work) => {
    const begin = performance.now()
    const observe = (outcome: 'done' | 'unavailable' | 'failed') =>
      seconds.observe({ kind, outcome }, (performance.now() - begin) / 1000)
    try {
      const result = await work()
      observe('done')
      return result
    } catch (error) {
      observe(isUnavailable(error) ? 'unavailable' : 'failed')
      throw error
    }
  }
}
