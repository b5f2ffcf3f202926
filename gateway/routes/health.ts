import type Router from '@koa/router'
import { type DependencyHealth, isRequired } from '../health/dependencies.ts'
import type { CallState } from '../middleware/call-state.ts'
import { RETRY_AFTER_SECONDS } from '../server/error-body.ts'

export interface HealthOptions {
  readonly dependencies: DependencyHealth
  /** Whether the start has finished. */
  isStarted(): boolean
  /** Stages whose interactive lane has work and finishes none. */
  lagging(): readonly string[]
  /** Why a render stage has no browser, so that snapshots and measurements may fail; null when all have one. */
  browserError(): string | null
  /** Isolation mechanisms (`sandbox`, `jail`) that the browsers of a render stage run without. */
  missingIsolation(): readonly string[]
}

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: whether it accepts calls, and what is unavailable or lags. A
 * lagging stage makes the service degraded, not unavailable: calls are accepted and answered later. So does a missing
 * browser, since other operations go on. `reasons` says why what is missing is, where that is known. `walls_off` lists missing isolation mechanisms of browsers.
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
    const reasons = { ...dependencies.reasons(), ...(browser !== null && { browser }) }
    const behind = rest.lagging()
    const status = statusOf(isReady, [...missing, ...behind])
    const off = rest.missingIsolation()
    context.body = {
      ...{ status, missing, behind },
      ...(Object.keys(reasons).length > 0 && { reasons }),
      ...(off.length > 0 && { walls_off: off }),
    }
  })
}

function statusOf(isReady: boolean, problems: readonly string[]): 'ready' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return problems.length === 0 ? 'ready' : 'degraded'
}
