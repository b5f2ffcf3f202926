import { DISPATCHABLE, type Notifier } from '../../../notifier.ts'
import type { Postgres, Session } from '../connection/session.ts'
import { type BatchRow, lockBatch, saveBatch } from './batch-rows.ts'

export interface ChangeOptions {
  readonly postgres: Postgres
  /** Notifies `DISPATCHABLE` and the ids of batches, in this process alone. */
  readonly notifier: Notifier
}

/** Changes a batch in one transaction, which holds its lock. Resolves to null when there is no such batch. */
export type Change = <T>(
  id: string,
  work: (session: Session, row: BatchRow) => Promise<T>,
) => Promise<T | null>

/** Makes the function that changes a batch, and notifies of it. */
export function makeChange({ postgres, notifier }: ChangeOptions): Change {
  return async (id, work) => {
    const changed = await postgres.transaction(async (session) => {
      const row = await lockBatch(session, id)
      if (row === null) return null
      const value = await work(session, row)
      await saveBatch(session, row)
      return { value, isDispatchable: row.state === 'running' || row.state === 'cancelled' }
    })
    notifier.notify(id)
    if (changed?.isDispatchable) notifier.notify(DISPATCHABLE)
    return changed?.value ?? null
  }
}
