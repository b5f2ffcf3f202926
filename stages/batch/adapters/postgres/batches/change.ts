import type { BatchState } from '#shared/ports/batches.ts'
import { dropWaiting } from '../../../frontier/decisions/batch-counts.ts'
import { DISPATCHABLE, type Notifier } from '../../../notifier.ts'
import type { Postgres, Session } from '../connection/session.ts'
import { type AskedRow, type BatchRow, lockBatch, saveBatch } from './batch-rows.ts'

export interface ChangeOptions {
  readonly postgres: Postgres
  /** Notifies `DISPATCHABLE` and the ids of batches, in this process alone. */
  readonly notifier: Notifier
}

/** Changes a batch in one transaction, which holds its lock. Resolves to null when there is no such batch. */
export type Change = <T>(
  id: string,
  work: (session: Session, row: AskedRow) => Promise<T>,
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

/** Sets the state of a locked batch, which the caller saves: see `Frontier.setState`. */
export function setState(row: BatchRow, state: Exclude<BatchState, 'open' | 'finished'>): void {
  const isOpen = row.state === 'open'
  const mayChange = row.state === 'running' || row.state === 'paused' || isOpen
  if (!mayChange || (isOpen && state !== 'cancelled')) return
  row.state = state
  if (state === 'cancelled') dropWaiting(row)
}
