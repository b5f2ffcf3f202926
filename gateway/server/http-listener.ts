import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RETRY_AFTER_SECONDS } from '../middleware/errors.ts'
import { defaultHeaders } from '../middleware/security-headers.ts'
import { errorBody } from './error-body.ts'
import { guardedServer, type ServerLimits } from './guarded-server.ts'

/** The listening socket: there from the first moment, so that a start that waits can be told from one that failed. */
export interface HttpListener {
  /** Base URL where it listens. */
  readonly url: string
  /** From now on calls go to `handle`; until then they are answered with 503. */
  serve(handle: RequestListener): void
  /** Takes no new connections; waits for answers that are due, then closes all connections after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export interface HttpListenerOptions extends ServerLimits {
  readonly host: string
  readonly port: number
}

/** While closing: how soon a connection is closed that has given its last answer. */
const IDLE_CHECK_MS = 50

/** Listens; rejects when the address can't be had. */
export async function openListener(options: HttpListenerOptions): Promise<HttpListener> {
  const { host, port } = options
  let handler: RequestListener = respondStarting
  const server = guardedServer(options, (request, response) => handler(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    serve(handle) {
      handler = handle
    },
    close: (graceMs) => closeServer(server, graceMs),
  }
}

const respondStarting: RequestListener = (request, response) => {
  const isHealth = request.url?.split('?')[0] === '/healthz'
  response.writeHead(isHealth ? 200 : 503, {
    ...defaultHeaders,
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    ...(!isHealth && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
  })
  const failure = errorBody(null, {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The service is starting',
    details: { retry_after: RETRY_AFTER_SECONDS },
  })
  response.end(JSON.stringify(isHealth ? { status: 'ok' } : failure))
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  await closed
  clearTimeout(deadline)
  clearInterval(idleCheck)
}
