import type Router from '@koa/router'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { CallState } from '../middleware/call-state.ts'
import { type KeylessOptions, keyless } from '../middleware/keyless.ts'

/** `GET /metrics`: metrics of this process in the format of Prometheus. Needs no key. */
export function metricsRoutes(router: Router<CallState>, metrics: Metrics, options: KeylessOptions): void {
  router.get('/metrics', keyless(options), async (context) => {
    const { contentType, text } = await metrics.expose()
    context.set('Content-Type', contentType)
    context.body = text
  })
}
