import type Router from '@koa/router'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { CallState } from '../http/context.ts'
import { type KeylessOptions, keyless } from '../http/keyless.ts'

/** `GET /metrics`: numbers about this process, for scrapers. */
export function metricsRoutes(router: Router<CallState>, metrics: Metrics, options: KeylessOptions): void {
  router.get('/metrics', keyless(options), async (context) => {
    const { contentType, text } = await metrics.expose()
    context.set('Content-Type', contentType)
    context.body = text
  })
}
