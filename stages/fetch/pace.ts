import { retryWhileThrottled } from '#shared/async/retry-while-throttled.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { NoTurn, type Pace } from './http/pace.ts'

/** The pace of the batch lane: it never waits. `crawlDelayMs` is what is known of the URL's robots.txt after a visit. */
export function makePace(turns: HostRateLimiter, crawlDelayMs: (url: string) => number | null): Pace {
  return {
    async turn(url) {
      const taken = await turns.acquire(url)
      if ('retryAfterMs' in taken)
        throw new ThrottledError(taken.retryAfterMs, taken.hostGroup ?? hostKey(url))
      if ('circuitOpen' in taken) throw new NoTurn(taken.circuitOpen)
      return { release: (visit) => taken.permit.release({ ...visit, crawlDelayMs: crawlDelayMs(url) }) }
    },
  }
}

/** The same for work that can't be put off: it waits for its turns. */
export function patientPace(pace: Pace): Pace {
  return { turn: (url, signal) => retryWhileThrottled(() => pace.turn(url, signal), signal) }
}

/** A pace whose last turn ends only when it is released: what was read tells how long the host has to rest. */
export function heldPace(pace: Pace): Pace & { release(): Promise<void> } {
  let held: (() => Promise<void>) | null = null

  async function release(): Promise<void> {
    const end = held
    held = null
    await end?.()
  }

  return {
    release,
    async turn(url, signal) {
      await release()
      const turn = await pace.turn(url, signal)
      return {
        async release(visit) {
          held = () => turn.release(visit)
        },
      }
    },
  }
}
