import type Router from '@koa/router'
import type { Backing } from '../backing.ts'
import type { CallState } from '../http/context.ts'

export interface HealthOptions {
  readonly backing: Backing
  /** Whether the start is complete. */
  isStarted(): boolean
}

/** `/healthz`: the process lives. `/readyz`: it can take calls, and what it misses. */
export function healthRoutes(router: Router<CallState>, { backing, isStarted }: HealthOptions): void {
  router.get('/healthz', (context) => {
    context.body = { status: 'ok' }
  })
  router.get('/readyz', (context) => {
    const missing = backing.missing()
    const isReady = isStarted() && missing.every((service) => service === 'objects')
    context.status = isReady ? 200 : 503
    context.body = { status: statusOf(isReady, missing), missing }
  })
}

function statusOf(isReady: boolean, missing: readonly string[]): 'ready' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return missing.length === 0 ? 'ready' : 'degraded'
}
