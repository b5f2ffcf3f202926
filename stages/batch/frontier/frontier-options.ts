import type { Log } from '#shared/log.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { Notifier } from '../notifier.ts'
import type { Discover } from './frontier.ts'
import type { QueueNames } from './queues.ts'

/** What a frontier is made with, wherever it is. */
export interface FrontierOptions {
  /** The most items in flight, of all batches together; in a database, those that this process has taken. */
  readonly window: number
  /** Milliseconds from the first dispatch of an item to its next one, if it is not completed before. */
  readonly leaseMs: number
  /** The most items in flight of a queue whose batch has no manners of its own. */
  readonly perHost: number
  /** The name of the queue that a URL waits in, in a batch (its id). */
  queueOf(url: string, batch?: string): string
  /** How long a finished batch is kept, in milliseconds. */
  readonly retentionMs: number
  readonly discover: Discover
  /**
   * Notifies this process: that there may be items to dispatch, and the id of a batch when it has new lines or has finished.
   * What other processes do is found by asking.
   */
  readonly notifier: Notifier
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
  readonly logger: Log
}

const DAY_MS = 86_400_000
/**
 * A URL without an outcome in this time is released again, in case its record was lost, and doubled each time, up to 16-fold. It is
 * longer than the longest time that a host delays its pages: all trials at the longest intervals (`MAX_REST_MS`), and the work.
 */
const LEASE_MS = 1_800_000

/** The settings of a frontier, wherever it is. */
export function frontierSettings(config: Runtime['config'], queueNames: Pick<QueueNames, 'nameOf'>) {
  return {
    window: config.BATCH_WINDOW,
    leaseMs: LEASE_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    queueOf: queueNames.nameOf,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
  }
}
