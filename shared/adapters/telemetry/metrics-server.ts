import type { Metrics } from '#shared/telemetry/metrics.ts'
import { alive } from './health-server.ts'
import { type PageServer, type PageServerOptions, servePages } from './page-server.ts'

export interface MetricsServerOptions extends Omit<PageServerOptions, 'pages'> {
  readonly metrics: Metrics
}

/** Serves `GET /metrics`, and `GET /healthz` for liveness. Rejects if it cannot listen on the address. */
export function serveMetrics({ metrics, ...address }: MetricsServerOptions): Promise<PageServer> {
  return servePages({ ...address, pages: { '/metrics': () => metrics.expose(), '/healthz': alive } })
}
