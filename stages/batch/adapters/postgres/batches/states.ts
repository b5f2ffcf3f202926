import type { BatchState } from '#shared/ports/batches.ts'
import { leftover } from '../schema/numbers.ts'
import type { BatchRow } from './batch-rows.ts'

/** Sets the state of a locked batch, which the caller saves: see `Frontier.setState`. */
export function setState(row: BatchRow, state: Exclude<BatchState, 'open' | 'finished'>): void {
  const isOpen = row.state === 'open'
  const mayChange = row.state === 'running' || row.state === 'paused' || isOpen
  if (!mayChange || (isOpen && state !== 'cancelled')) return
  row.state = state
  if (state === 'cancelled') cancel(row)
}

/** The rows of its items go with the clean-up. */
function cancel(row: BatchRow): void {
  row.open_items = 0
  row.open_discoveries = 0
  drop(row)
}

/** Nothing more of the batch is given out. */
export function drop(row: BatchRow): void {
  row.is_dropped = true
  row.has_open_sources = false
  row.leftovers = leftover.waiting
}
