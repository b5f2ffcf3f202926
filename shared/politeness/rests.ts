import type { Config } from '#shared/config.ts'
import type { Visit } from './host-turns.ts'

/** What the batch lane's manners are made of. */
export type HostManners = Pick<
  Config,
  | 'BATCH_HOST_CONCURRENCY'
  | 'BATCH_HOST_DELAY_MS'
  | 'BATCH_HOST_DELAY_MAX_MS'
  | 'BATCH_HOST_REST_MAX_MS'
  | 'BATCH_HOST_FAILURES'
  | 'BATCH_HOST_TRIALS'
  | 'BATCH_HOST_GIVE_UP_SECONDS'
>

/** A host rests so many times as long as it took to answer. */
const RESPONSE_FACTOR = 5
/** One that is overloaded and doesn't say for how long rests so many times as long as otherwise, and this at least. */
const OVERLOAD_FACTOR = 10
const OVERLOAD_MS = 10_000
/** The first rest of a host that failed too often; each further failed trial doubles it. */
const TRIAL_MS = 10_000

/** Whole milliseconds that a host rests after a visit. `failures` counts those in a row, this visit's included. */
export function restAfter(visit: Visit, failures: number, manners: HostManners): number {
  const usual = usualRest(visit, manners)
  const longest = Math.max(usual, overloadRest(visit, usual), trialRest(failures, manners))
  return Math.ceil(Math.max(usual, Math.min(longest, manners.BATCH_HOST_REST_MAX_MS)))
}

/** How long the hosts that take turns rest after a visit of one of them, and that one alone; whole milliseconds. */
export interface Rests {
  readonly unitMs: number
  readonly hostMs: number
}

/**
 * Where several hosts take turns together, one that fails or is unavailable (503) rests for itself: the others may be
 * well. Too many requests (429) are those of all of them. Crawl-delay and slow answers count for all as well.
 */
export function sharedRestsAfter(visit: Visit, failures: number, manners: HostManners): Rests {
  const ofAll = { ...visit, status: visit.status === 429 ? 429 : null }
  return { unitMs: restAfter(ofAll, 0, manners), hostMs: restAfter(visit, failures, manners) }
}

/** Whether a host that failed so often in a row is not tried any more for a while. */
export function isGivenUp(failures: number, manners: HostManners): boolean {
  return failures >= manners.BATCH_HOST_FAILURES + manners.BATCH_HOST_TRIALS
}

/** Seconds in which failures count as in a row: what it takes to give a host up when all its rests are the longest. */
export function memorySeconds(manners: HostManners): number {
  const tries = manners.BATCH_HOST_FAILURES + manners.BATCH_HOST_TRIALS
  return Math.ceil((tries * manners.BATCH_HOST_REST_MAX_MS) / 1000) + manners.BATCH_HOST_GIVE_UP_SECONDS
}

/** None for one's own site. */
function usualRest({ responseMs, crawlDelayMs }: Visit, manners: HostManners): number {
  const least = manners.BATCH_HOST_DELAY_MS
  if (least === 0) return 0
  const asked = Math.max(crawlDelayMs ?? 0, RESPONSE_FACTOR * (responseMs ?? 0))
  return Math.max(least, Math.min(asked, manners.BATCH_HOST_DELAY_MAX_MS))
}

/** Too Many Requests (RFC 6585, 4) and Service Unavailable (RFC 9110, 15.6.4) may come with a Retry-After. */
function overloadRest({ status, retryAfterMs }: Visit, usual: number): number {
  if (status !== 429 && status !== 503) return 0
  return retryAfterMs ?? Math.max(OVERLOAD_MS, OVERLOAD_FACTOR * usual)
}

function trialRest(failures: number, { BATCH_HOST_FAILURES: free }: HostManners): number {
  return failures < free ? 0 : TRIAL_MS * 2 ** (failures - free)
}
