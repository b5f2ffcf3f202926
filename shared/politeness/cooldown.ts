import type { Config } from '#shared/config/config.ts'
import { Failure } from '#shared/errors.ts'
import type { WaitReason } from '#shared/ports/batch-pace.ts'
import type { HostResponse } from './host-rate-limiter.ts'
import type { HostPace } from './host-waits.ts'

/** Politeness towards hosts on the batch lane: infra/docs/batches.md#politeness. Default of a bound: the constant below. */
export interface HostPolicy extends Pick<Config, 'BATCH_HOST_CONCURRENCY' | 'BATCH_HOST_DELAY_MS'> {
  readonly maxDelayMs?: number
  readonly maxRestMs?: number
  readonly maxFailures?: number
  readonly maxTrials?: number
  readonly giveUpSeconds?: number
}

/** The longest delay from a crawl-delay, or from five times the last response time. */
const MAX_DELAY_MS = 30_000
/** The longest interval between trials of a host, and the longest delay from a Retry-After. */
export const MAX_REST_MS = 300_000
/** Consecutive failures after which a host is tried only at growing intervals. */
const MAX_FAILURES = 5
/** Failed trials at growing intervals after which requests to the host fail at once. */
const MAX_TRIALS = 5
/** How long requests to such a host fail at once. */
const GIVE_UP_SECONDS = 3600

/** The cooldown of a host is this multiple of its response time. */
const RESPONSE_FACTOR = 5
/** The cooldown of an overloaded host without a Retry-After: a multiple of its usual one, and a minimum. */
const OVERLOAD_FACTOR = 10
const OVERLOAD_MS = 10_000
/** The first cooldown of a host that failed too often; each further failed trial doubles it. */
const TRIAL_MS = 10_000

/** Cooldown of a host after a response, in whole milliseconds. `failures`: consecutive failures, this one included. */
export function cooldownAfter(response: HostResponse, failures: number, policy: HostPolicy): number {
  const base = baseDelay(response, policy)
  const longest = Math.max(base, overloadDelay(response, base), trialDelay(failures, policy))
  return Math.ceil(Math.max(base, Math.min(longest, policy.maxRestMs ?? MAX_REST_MS)))
}

/** Why a host rests longer than after a normal response; null = it does not. Its failures include this one. */
export function restReason(
  response: HostResponse,
  failures: number,
  policy: HostPolicy,
): Exclude<WaitReason, 'crawl_delay' | 'delay' | 'robots_unavailable'> | null {
  const base = baseDelay(response, policy)
  const [overloadMs, trialMs] = [overloadDelay(response, base), trialDelay(failures, policy)]
  if (Math.max(overloadMs, trialMs) <= base) return null
  if (trialMs > overloadMs) return 'failures'
  if (response.retryAfterMs !== null) return 'retry_after'
  return response.status === 429 ? 'status_429' : 'status_503'
}

/** The time between two requests that go well, where it is longer than the shortest one; null = it is not. */
export function paceOf(response: HostResponse, policy: HostPolicy): HostPace | null {
  const delayMs = Math.ceil(baseDelay(response, policy))
  if (delayMs <= policy.BATCH_HOST_DELAY_MS) return null
  const byRobots = (response.crawlDelayMs ?? 0) >= RESPONSE_FACTOR * (response.responseMs ?? 0)
  return { reason: byRobots ? 'crawl_delay' : 'delay', delayMs }
}

/** Cooldowns after a response, in whole milliseconds: of all hosts of the group, and of the host itself. */
export interface Cooldowns {
  readonly groupMs: number
  readonly hostMs: number
}

/**
 * Cooldowns in a group of several hosts. A failure or 503 concerns the host alone, since the others may be well. 429,
 * Crawl-delay and response times concern the whole group.
 */
export function groupCooldownsAfter(response: HostResponse, failures: number, policy: HostPolicy): Cooldowns {
  const ofAll = { ...response, status: response.status === 429 ? 429 : null }
  return { groupMs: cooldownAfter(ofAll, 0, policy), hostMs: cooldownAfter(response, failures, policy) }
}

/**
 * The cooldown of a host after a request of unthrottled work, whose permit rests for `delayMs` by itself: what a crawl-delay,
 * 429, 503 or failures ask for beyond that; 0 = nothing. How long the host took to respond makes no difference.
 */
export function unthrottledRest(
  response: HostResponse,
  failures: number,
  policy: HostPolicy,
  delayMs: number,
): number {
  // As in `baseDelay`, the operator's own sites alone need no crawl-delay.
  const least = policy.BATCH_HOST_DELAY_MS === 0 ? 0 : Math.max(1, delayMs)
  const own = { ...policy, BATCH_HOST_DELAY_MS: least }
  const restMs = cooldownAfter({ ...response, responseMs: null }, failures, own)
  return restMs > delayMs && restMs > least ? restMs : 0
}

/** Whether so many consecutive failures open the circuit: requests then fail for a while without being sent. */
export function isCircuitOpen(failures: number, policy: HostPolicy): boolean {
  return failures >= triesOf(policy)
}

/** Seconds in which failures count as consecutive: the time to open the circuit when all cooldowns are the longest. */
export function failureWindowSeconds(policy: HostPolicy): number {
  return Math.ceil((triesOf(policy) * (policy.maxRestMs ?? MAX_REST_MS)) / 1000) + giveUpSeconds(policy)
}

function triesOf({ maxFailures = MAX_FAILURES, maxTrials = MAX_TRIALS }: HostPolicy): number {
  return maxFailures + maxTrials
}

/** How long requests to a host fail at once after its circuit has opened. */
export function giveUpSeconds(policy: HostPolicy): number {
  return policy.giveUpSeconds ?? GIVE_UP_SECONDS
}

/** The cooldown after a normal response; 0 when `BATCH_HOST_DELAY_MS` is 0 (one's own site). */
function baseDelay({ responseMs, crawlDelayMs }: HostResponse, policy: HostPolicy): number {
  const minDelay = policy.BATCH_HOST_DELAY_MS
  if (minDelay === 0) return 0
  const requested = Math.max(crawlDelayMs ?? 0, RESPONSE_FACTOR * (responseMs ?? 0))
  return Math.max(minDelay, Math.min(requested, policy.maxDelayMs ?? MAX_DELAY_MS))
}

/** Too Many Requests (RFC 6585, 4) and Service Unavailable (RFC 9110, 15.6.4) may come with a Retry-After. */
function overloadDelay({ status, retryAfterMs }: HostResponse, base: number): number {
  if (status !== 429 && status !== 503) return 0
  return retryAfterMs ?? Math.max(OVERLOAD_MS, OVERLOAD_FACTOR * base)
}

function trialDelay(failures: number, { maxFailures = MAX_FAILURES }: HostPolicy): number {
  return failures < maxFailures ? 0 : TRIAL_MS * 2 ** (failures - maxFailures)
}

/** The failure of requests to a host with an open circuit. */
export function circuitOpenFailure(url: string, failures: number): Failure {
  return new Failure('URL_UNREACHABLE', 'The host failed so often that it is not asked again for a while', {
    details: { url, reason: 'host_given_up', status_code: null, failures },
  })
}
