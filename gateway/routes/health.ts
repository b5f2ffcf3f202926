import type Router from '@koa/router'
import { type Backing, isNeeded } from '../backing.ts'
import type { CallState } from '../http/context.ts'
import { RETRY_AFTER } from '../http/errors.ts'

export interface HealthOptions {
  readonly backing: Backing
  /** Whether the start is complete. */
  isStarted(): boolean
  /** Stages whose interactive work does not get less. */
  behind(): readonly string[]
  /** Why snapshots and measurements can't be had everywhere: a render stage lacks its browser. Null when none does. */
  browserFault(): string | null
  /** What of `sandbox` and `jail` browsers of a render stage run without. */
  wallsOff(): readonly string[]
}

/**
 * `/healthz`: the process lives. `/readyz`: it can take calls, which services it misses, and which stages don't get on
 * with their work. The latter makes it degraded, not unavailable: calls are accepted and answered when they do again. So
 * does a missing browser, whose reason is told: all that needs none goes on. Walls that browsers run without are named.
 */
export function healthRoutes(
  router: Router<CallState>,
  { backing, isStarted, ...rest }: HealthOptions,
): void {
  router.get('/healthz', (context) => {
    context.body = { status: 'ok' }
  })
  router.get('/readyz', (context) => {
    const away = backing.missing()
    const isReady = isStarted() && !away.some(isNeeded)
    context.status = isReady ? 200 : 503
    if (!isReady) context.set('Retry-After', String(RETRY_AFTER))
    const browser = rest.browserFault()
    const missing = browser === null ? away : [...away, 'browser']
    const behind = rest.behind()
    const status = statusOf(isReady, [...missing, ...behind])
    const off = rest.wallsOff()
    context.body = {
      ...{ status, missing, behind },
      ...(browser !== null && { reasons: { browser } }),
      ...(off.length > 0 && { walls_off: off }),
    }
  })
}

function statusOf(isReady: boolean, wanting: readonly string[]): 'ready' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return wanting.length === 0 ? 'ready' : 'degraded'
}
