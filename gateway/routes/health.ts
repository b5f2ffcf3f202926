import type Router from '@koa/router'
import { type DependencyHealth, isRequired } from '../health/dependencies.ts'
import type { CallState } from '../middleware/call-state.ts'
import { RETRY_AFTER_SECONDS } from '../middleware/errors.ts'

export interface HealthOptions {
  readonly dependencies: DependencyHealth
  /** Whether the start is complete. */
  isStarted(): boolean
  /** Stages whose interactive work does not get less. */
  lagging(): readonly string[]
  /** Why snapshots and measurements can't be had everywhere: a render stage lacks its browser. Null when none does. */
  browserError(): string | null
  /** What of `sandbox` and `jail` browsers of a render stage run without. */
  missingIsolation(): readonly string[]
}

/**
 * `/healthz`: the process lives. `/readyz`: it can take calls, which services it misses, and which stages don't get on
 * with their work. The latter makes it degraded, not unavailable: calls are accepted and answered when they do again. So
 * does a missing browser, whose reason is told: all that needs none goes on. Walls that browsers run without are named.
 */
export function healthRoutes(
  router: Router<CallState>,
  { dependencies, isStarted, ...rest }: HealthOptions,
): void {
  router.get('/healthz', (context) => {
    context.body = { status: 'ok' }
  })
  router.get('/readyz', (context) => {
    const unavailable = dependencies.unavailable()
    const isReady = isStarted() && !unavailable.some(isRequired)
    context.status = isReady ? 200 : 503
    if (!isReady) context.set('Retry-After', String(RETRY_AFTER_SECONDS))
    const browser = rest.browserError()
    const missing = browser === null ? unavailable : [...unavailable, 'browser']
    const behind = rest.lagging()
    const status = statusOf(isReady, [...missing, ...behind])
    const off = rest.missingIsolation()
    context.body = {
      ...{ status, missing, behind },
      ...(browser !== null && { reasons: { browser } }),
      ...(off.length > 0 && { walls_off: off }),
    }
  })
}

function statusOf(isReady: boolean, problems: readonly string[]): 'ready' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return problems.length === 0 ? 'ready' : 'degraded'
}
