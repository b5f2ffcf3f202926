import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '#shared/telemetry/metrics.ts'

export interface MetricsServerOptions {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly metrics: Metrics
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface Page {
  readonly contentType: string
  readonly text: string
}

/** Serves `GET /metrics`, and `GET /healthz` for liveness. Rejects if it cannot listen on the address. */
export async function serveMetrics({ host, port, metrics }: MetricsServerOptions): Promise<MetricsServer> {
  const pages = new Map<string, () => Promise<Page>>([
    ['/metrics', () => metrics.expose()],
    ['/healthz', async () => ({ contentType: 'application/json', text: '{"status":"ok"}' })],
  ])
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const ask = isRead ? pages.get(request.url ?? '') : undefined
    if (ask === undefined) return response.writeHead(404).end()
    const { contentType, text } = await ask()
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) })
    response.end(request.method === 'HEAD' ? undefined : text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
