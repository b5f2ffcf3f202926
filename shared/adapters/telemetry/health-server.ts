import { type Page, type PageServer, type PageServerOptions, servePages } from './page-server.ts'

export interface HealthServerOptions extends Omit<PageServerOptions, 'pages'> {
  /** Whether the parts of this process have started and do not stop. Never the state of another service. */
  isReady(): boolean
}

/**
 * Serves `GET /healthz`, 200 while the process turns its event loop, and `GET /readyz`, 200 while it is ready and else 503. A
 * listener of its own: calls of clients cannot keep a probe out. Rejects if it cannot listen on the address.
 */
export function serveHealth({ isReady, ...address }: HealthServerOptions): Promise<PageServer> {
  const readiness = () => (isReady() ? page(200, 'ready') : page(503, 'unavailable'))
  return servePages({ ...address, pages: { '/healthz': alive, '/readyz': readiness } })
}

/** The page of a living process. */
export function alive(): Page {
  return page(200, 'ok')
}

function page(status: number, word: string): Page {
  return { status, contentType: 'application/json', text: JSON.stringify({ status: word }) }
}
