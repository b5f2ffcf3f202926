import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HostCheck, knownHosts } from '#shared/web/known-hosts.ts'
import { defaultHeaders } from './default-headers.ts'
import { errorBody, RETRY_AFTER_SECONDS } from './error-body.ts'
import { guardedServer, rejectRequest, type ServerLimits } from './guarded-server.ts'

/**
 * The listening socket. It is open from the first moment, so that a health check can tell a slow start from a failed
 * one.
 */
export interface HttpListener {
  /** Base URL of the listener. */
  readonly url: string
  /** Passes calls to `handle`. Calls before that are answered with 503. */
  serve(handle: RequestListener): void
  /** Accepts no new connections and waits for pending answers. Closes all connections after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export type HttpListenerOptions = ServerLimits & {
  readonly host: string
  readonly port: number
  /** Hosts besides loopback that a listener on loopback answers for, as `canonicalHost` returns them. */
  readonly allowedHosts: readonly string[]
}

/** While the listener closes, idle connections are closed at this interval. */
const IDLE_CHECK_MS = 50

const MISDIRECTED =
  'The service is not known by the host of this request: PUBLIC_URL or ALLOWED_HOSTS can name it'

/**
 * Opens the listener. Rejects when the address cannot be bound. A request for a host that the listener does not know
 * (`knownHosts`) gets 421 (RFC 9110, section 15.5.20).
 */
export async function openListener(options: HttpListenerOptions): Promise<HttpListener> {
  const { host, port, allowedHosts } = options
  let handler: RequestListener = respondStarting
  let isKnownHost: HostCheck = () => false
  const server = guardedServer(options, (request, response) => {
    if (isKnownHost(request.headers.host)) return handler(request, response)
    rejectRequest(response, 421, MISDIRECTED)
  })
  server.once('listening', () => {
    isKnownHost = knownHosts((server.address() as AddressInfo).address, allowedHosts)
  })
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
