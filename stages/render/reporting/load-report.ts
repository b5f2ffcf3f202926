import { randomBytes } from 'node:crypto'
import type { LoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { Notices } from '#shared/ports/result-store.ts'
import { RENDER_LOAD_BOARD } from '#shared/store/keys.ts'

export interface LoadReportOptions {
  readonly store: Pick<Notices, 'postNotice' | 'removeNotice'>
  readonly load: Pick<LoadTracker, 'report'>
  /** Whether this process is given interactive requests: it owns a partition of them. */
  isGivenJobs(): boolean
  readonly intervalMs: number
}

/** A report expires after so many intervals: it must outlive a late report, but not its process for long. */
const INTERVALS = 4
/** Processes that report; gateways do not count further ones. */
const MAX_PROCESSES = 1000
/** Bytes of the name of a process: enough to never be the name of two. */
const ID_BYTES = 9

/**
 * Reports to all gateways, through the store, how much work this process has and how fast it does it: on a board, with a
 * notice of each process. Returns a function that ends the reports and never rejects.
 */
export function reportLoad({ store, load, isGivenJobs, intervalMs }: LoadReportOptions): () => Promise<void> {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const bounds = { ttlMs: INTERVALS * intervalMs, most: MAX_PROCESSES }
  let lastPost: Promise<unknown> = Promise.resolve()

  function postAfterLast(): void {
    // The monitor of the store reports its outages.
    lastPost = lastPost
      .then(() => store.postNotice(RENDER_LOAD_BOARD, id, JSON.stringify(load.report(isGivenJobs())), bounds))
      .catch(() => {})
  }

  postAfterLast()
  const timer = setInterval(postAfterLast, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await lastPost
    await store.removeNotice(RENDER_LOAD_BOARD, id).catch(() => {})
  }
}
