import type { Discover, Frontier } from '../../frontier/frontier.ts'
import { DISPATCHABLE, type Notifier } from '../../notifier.ts'
import { batchOf, findBatch, openBatches } from './batches/batch-rows.ts'
import { makeChange, setState } from './batches/change.ts'
import { takeUnusedShares } from './batches/quota-shares.ts'
import { listBatches, readStatus } from './batches/summaries.ts'
import type { Postgres } from './connection/session.ts'
import { dispatchMethods } from './dispatch/dispatch.ts'
import { makePostgresEndings } from './endings/complete.ts'
import { deferRequests } from './intake/defer-requests.ts'
import { submissionMethods } from './intake/submissions.ts'

export interface PostgresFrontierOptions {
  /** The caller closes it. */
  readonly postgres: Postgres
  readonly discover: Discover
  /** The most items in flight that this process has taken. */
  readonly window: number
  /** Milliseconds from the first dispatch of an item to its next one, if it is not completed before. */
  readonly leaseMs: number
  /** The most items in flight of a queue whose batch has no manners of its own. */
  readonly perHost: number
  /** The name of the queue that a URL waits in, in a batch (its id). */
  queueOf(url: string, batch?: string): string
  /**
   * Notifies this process: `DISPATCHABLE` when there may be items to dispatch, and the id of a batch when it has new lines
   * or has finished. What other processes do is found by asking.
   */
  readonly notifier: Notifier
}

/** Makes the frontier of one of any number of processes on a database. */
export function postgresFrontier(options: PostgresFrontierOptions): Frontier {
  const { postgres, notifier } = options
  const change = makeChange(options)
  const complete = makePostgresEndings(options)
  return {
    ...submissionMethods(options),
    ...dispatchMethods(options),
    openBatches: () => openBatches(postgres),
    async batch(id) {
      const row = await findBatch(postgres, id)
      return row && batchOf(row)
    },
    takeUnusedQuotas: () => takeUnusedShares(postgres),
    status: (id, hosts) => readStatus(postgres, id, hosts),
    list: (listing) => listBatches(postgres, listing),
    async setState(id, state) {
      await change(id, async (_session, row) => setState(row, state))
      return readStatus(postgres, id)
    },
    async defer(records) {
      await deferRequests(options, records)
      notifier.notify(DISPATCHABLE)
    },
    async complete(endings) {
      const changed = await complete(endings)
      for (const subject of [...changed, DISPATCHABLE]) notifier.notify(subject)
    },
  }
}
