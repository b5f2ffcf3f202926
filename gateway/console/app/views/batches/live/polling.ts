import type { ListedBatch } from '../batch.ts'
import { isOver } from '../batch.ts'

const RUNNING_MS = 1000
/** Of a batch that is paused, or not started yet. */
const IDLE_MS = 5000
const HIDDEN_MS = 15_000

/** Milliseconds until the status is read again; null = it will not change. */
export function statusPollMs(batch: Pick<ListedBatch, 'state'> | null, isHidden: boolean): number | null {
  if (batch !== null && isOver(batch)) return null
  if (isHidden) return HIDDEN_MS
  return batch?.state === 'paused' || batch?.state === 'open' ? IDLE_MS : RUNNING_MS
}

/** Loads of what the service has to compute take at most a tenth of the time. */
const SHARE = 10
const MIN_MS = 4000
const MAX_MS = 120_000

/** Milliseconds until something is loaded again that took `tookMs` to load, such as the report on a large site. */
export function costlyPollMs(tookMs: number, isHidden: boolean): number {
  const pause = Math.max(MIN_MS, Math.min(MAX_MS, tookMs * SHARE))
  return isHidden ? Math.max(pause, MAX_MS / 2) : pause
}
