import type { Config } from '#shared/config/config.ts'
import type { HostResponse } from './host-rate-limiter.ts'

/** What the batch lane's manners are made of. */
export type HostPolicy = Pick<
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
export function cooldownAfter(response: HostResponse, failures: number, policy: HostPolicy): number {
  const base = baseDelay(response, policy)
  const longest = Math.max(base, overloadDelay(response, base), trialDelay(failures, policy))
  return Math.ceil(Math.max(base, Math.min(longest, policy.BATCH_HOST_REST_MAX_MS)))
}

/** How long the hosts that take turns rest after a visit of one of them, and that one alone; whole milliseconds. */
export interface Cooldowns {
  readonly groupMs: number
  readonly hostMs: number
}

/**
 * Where several hosts take turns together, one that fails or is unavailable (503) rests for itself: the others may be
 * well. Too many requests (429) are those of all of them. Crawl-delay and slow answers count for all as well.
 */
export function groupCooldownsAfter(response: HostResponse, failures: number, policy: HostPolicy): Cooldowns {
  const ofAll = { ...response, status: response.status === 429 ? 429 : null }
  return { groupMs: cooldownAfter(ofAll, 0, policy), hostMs: cooldownAfter(response, failures, policy) }
}

/** Whether a host that failed so often in a row is not tried any more for a while. */
export function isCircuitOpen(failures: number, policy: HostPolicy): boolean {
  return failures >= policy.BATCH_HOST_FAILURES + policy.BATCH_HOST_TRIALS
}

/** Seconds in which failures count as in a row: what it takes to give a host up when all its rests are the longest. */
export function failureWindowSeconds(policy: HostPolicy): number {
  const tries = policy.BATCH_HOST_FAILURES + policy.BATCH_HOST_TRIALS
  return Math.ceil((tries * policy.BATCH_HOST_REST_MAX_MS) / 1000) + policy.BATCH_HOST_GIVE_UP_SECONDS
}

/** None for one's own site. */
function baseDelay({ responseMs, crawlDelayMs }: HostResponse, policy: HostPolicy): number {
  const minDelay = policy.BATCH_HOST_DELAY_MS
  if (minDelay === 0) return 0
  const requested = Math.max(crawlDelayMs ?? 0, RESPONSE_FACTOR * (responseMs ?? 0))
  return Math.max(minDelay, Math.min(requested, policy.BATCH_HOST_DELAY_MAX_MS))
}

/** Too Many Requests (RFC 6585, 4) and Service Unavailable (RFC 9110, 15.6.4) may come with a Retry-After. */
function overloadDelay({ status, retryAfterMs }: HostResponse, base: number): number {
  if (status !== 429 && status !== 503) return 0
  return retryAfterMs ?? Math.max(OVERLOAD_MS, OVERLOAD_FACTOR * base)
}

function trialDelay(failures: number, { BATCH_HOST_FAILURES: maxFailures }: HostPolicy): number {
  return failures < maxFailures ? 0 : TRIAL_MS * 2 ** (failures - maxFailures)
}
