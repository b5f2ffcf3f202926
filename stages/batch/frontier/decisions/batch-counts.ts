import type { BatchState } from '#shared/ports/batches.ts'
import { DISPATCHABLE, type Notifier } from '../../notifier.ts'
import type { Batch, NewItem } from '../frontier.ts'

/** `begun`: created and not started, invisible. */
export type StoredState = BatchState | 'begun'

/**
 * What the clean-up has to remove: nothing, the waiting items of a dropped batch, all rows but the results of
 * a finished batch, or the whole batch.
 */
export const leftover = { nothing: 0, waiting: 1, work: 2, all: 3 } as const

/** What decisions read and change of a batch within one write. `scouts` are its discovery items. */
export interface BatchCounts {
  readonly num: number
  readonly id: string
  state: StoredState
  /** Sources (sitemaps) may still add items. */
  is_open: number
  /** Its waiting items count no more. */
  is_dropped: number
  /** Milliseconds since the epoch. */
  finished_at: number | null
  /** Null = no limit. */
  readonly most_pages: number | null
  accepted: number
  /** An adapter may count items in flight as waiting: decisions depend on the sum alone. */
  waiting: number
  running: number
  done: number
  failed: number
  scouts: number
  scouts_waiting: number
  scouts_running: number
  /** Result lines. */
  lines: number
  leftovers: number
}

/** A batch whose items change in one write. */
export interface BatchInWrite {
  readonly row: BatchCounts
  readonly batch: Batch
}

/** The columns of a batch that count the items of a role. */
export const countersOf = {
  page: { added: 'accepted', waiting: 'waiting', running: 'running' },
  discovery: { added: 'scouts', waiting: 'scouts_waiting', running: 'scouts_running' },
} as const

/** Counts a waiting item as running. */
export function countStart(row: BatchCounts, role: NewItem['role']): void {
  const { waiting, running } = countersOf[role]
  row[waiting] -= 1
  row[running] += 1
}

/** Items that have not ended. They count whether they were dispatched or not. */
export function openItems(row: BatchCounts): number {
  return row.waiting + row.running + row.scouts_waiting + row.scouts_running
}

/** Returns true when a crawl may have more items of a role. Discovery items have the same limit as the pages they belong to. */
export function hasRoom(row: BatchCounts, role: NewItem['role'] = 'page'): boolean {
  return row[countersOf[role].added] < (row.most_pages ?? Number.POSITIVE_INFINITY)
}

/** Returns true when a batch takes no more items: it was cancelled, its time is over, or it has finished. */
export function isClosed({ is_dropped: isDropped, finished_at: finishedAt }: BatchCounts): boolean {
  return isDropped === 1 || finishedAt !== null
}

/** Returns true before the start of a batch: its lines are not complete. */
export function takesLines({ state }: Pick<BatchCounts, 'state'>): boolean {
  return state === 'begun' || state === 'open'
}

/** Finishes a batch that has no items left. Returns whether it did. `now`: milliseconds since the epoch. */
export function finishWhenDone(row: BatchCounts, now: number): boolean {
  const ends = row.finished_at === null && !takesLines(row) && openItems(row) + row.is_open === 0
  if (!ends) return false
  row.finished_at = now
  if (row.state !== 'cancelled') row.state = 'finished'
  row.leftovers = leftover.work
  return true
}

/** Starts a batch whose lines are complete: see `Frontier.start`. Returns false for one that was started before. */
export function startBatch(row: BatchCounts, isOpen: boolean): boolean {
  if (!takesLines(row)) return false
  row.state = 'running'
  row.is_open = Number(isOpen)
  return true
}

/** Makes a batch that was not started invisible. */
export function discardBatch(row: BatchCounts): void {
  if (takesLines(row)) row.leftovers = leftover.all
}

/** Sets the state of a batch: see `Frontier.setState`. `drop`: drops the items of one that is cancelled. */
export function setState<Row extends BatchCounts>(
  row: Row,
  state: Exclude<BatchState, 'open' | 'finished'>,
  drop: (row: Row) => void,
): void {
  const isStarted = row.state === 'running' || row.state === 'paused'
  if (!isStarted && !(row.state === 'open' && state === 'cancelled')) return
  row.state = state
  if (state === 'cancelled') drop(row)
}

/** Notifies of the change of a batch; without a row, there is none. */
export function notifyChange(notifier: Notifier, id: string, row?: Pick<BatchCounts, 'state'>): void {
  notifier.notify(id)
  if (row?.state === 'running' || row?.state === 'cancelled') notifier.notify(DISPATCHABLE)
}

/** Stops counting the waiting items of a batch. The clean-up removes their rows step by step. */
export function dropWaiting(row: BatchCounts): void {
  row.waiting = 0
  row.scouts_waiting = 0
  row.is_open = 0
  row.is_dropped = 1
  row.leftovers = leftover.waiting
}
