import type Router from '@koa/router'
import { type Backing, isNeeded } from '../backing.ts'
import type { CallState } from '../http/context.ts'

export interface HealthOptions {
  readonly backing: Backing
  /** Whether the start is complete. */
  isStarted(): boolean
  /** Stages whose interactive work does not get less. */
  behind(): readonly string[]
}

/**
 * `/healthz`: the process lives. `/readyz`: it can take calls, which services it misses, and which stages don't get on
 * with their work. The latter makes it degraded, not unavailable: calls are accepted and answered when they do again.
 */
export function healthRoutes(
  router: Router<CallState>,
  { backing, isStarted, ...rest }: HealthOptions,
): void {
  router.get('/healthz', (context) => {
    context.body = { status: 'ok' }
  })
  router.get('/readyz', (context) => {
    const missing = backing.missing()
    const isReady = isStarted() && !missing.some(isNeeded)
    context.status = isReady ? 200 : 503
    const behind = rest.behind()
    context.body = { status: statusOf(isReady, [...missing, ...behind]), missing, behind }
  })
}

function statusOf(isReady: boolean, wanting: readonly string[]): 'ready' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return wanting.length === 0 ? 'ready' : 'degraded'
}
