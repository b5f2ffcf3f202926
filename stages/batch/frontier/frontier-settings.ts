import type { Runtime } from '#shared/runtime.ts'
import type { QueueNames } from './queue-names.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000

/** The settings of a frontier, wherever it is. */
export function frontierSettings(config: Runtime['config'], queueNames: Pick<QueueNames, 'nameOf'>) {
  return {
    window: config.BATCH_WINDOW,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    queueOf: queueNames.nameOf,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
  }
}
