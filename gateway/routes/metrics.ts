import type Router from '@koa/router'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { CallState } from '../http/context.ts'

/** `GET /metrics`: numbers about this process, for scrapers. */
export function metricsRoutes(router: Router<CallState>, metrics: Metrics): void {
  router.get('/metrics', async (context) => {
    const { contentType, text } = await metrics.expose()
    context.set('Content-Type', contentType)
    context.body = text
  })
}
