import { retryWhileThrottled } from '#shared/async/retry-while-throttled.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { PermitDenied, type PermitSource } from './permit-source.ts'

/** The pace of the batch lane: it never waits. `crawlDelayMs` is what is known of the URL's robots.txt after a visit. */
export function makeBatchPermits(
  rateLimiter: HostRateLimiter,
  crawlDelayMs: (url: string) => number | null,
): PermitSource {
  return {
    async acquire(url) {
      const acquired = await rateLimiter.acquire(url)
      if ('retryAfterMs' in acquired)
        throw new ThrottledError(acquired.retryAfterMs, acquired.hostGroup ?? hostKey(url))
      if ('circuitOpen' in acquired) throw new PermitDenied(acquired.circuitOpen)
      return {
        release: (hostResponse) =>
          acquired.permit.release({ ...hostResponse, crawlDelayMs: crawlDelayMs(url) }),
      }
    },
  }
}

/** The same for work that can't be put off: it waits for its turns. */
export function blockingPermits(permits: PermitSource): PermitSource {
  return { acquire: (url, signal) => retryWhileThrottled(() => permits.acquire(url, signal), signal) }
}

/** A pace whose last turn ends only when it is released: what was read tells how long the host has to rest. */
export function holdLastPermit(permits: PermitSource): PermitSource & { release(): Promise<void> } {
  let held: (() => Promise<void>) | null = null

  async function release(): Promise<void> {
    const end = held
    held = null
    await end?.()
  }

  return {
    release,
    async acquire(url, signal) {
      await release()
      const turn = await permits.acquire(url, signal)
      return {
        async release(hostResponse) {
          held = () => turn.release(hostResponse)
        },
      }
    },
  }
}
