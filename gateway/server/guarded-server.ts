import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limitKeylessConnections } from './keyless-connections.ts'
import { handleParserErrors } from './parser-errors.ts'
import { type EarlyErrorStatus, earlyError } from './raw-error-response.ts'
import { findProtocolError, normalizeTarget } from './request-guard.ts'

/** What a client may have and use. */
export interface ServerLimits {
  /** How long a client has for the headers of a request, and for all of it. */
  readonly headersMs: number
  readonly requestMs: number
  /** How long a connection is kept that nobody uses. */
  readonly keepAliveMs: number
  /** How long a client may take nothing of an answer that is there. */
  readonly unreadResponseMs: number
  readonly maxHeaderBytes: number
  /** Header fields of one request. */
  readonly maxHeaders: number
  /** Requests after which a connection is closed. */
  readonly maxRequestsPerSocket: number
  /** More are closed at once. */
  readonly maxConnections: number
  /** The same of one address, counting those on which no valid key was sent so far. */
  readonly maxKeylessConnections: number
}

/** A server that hands on sound requests only (decisions section 6); whatever it refuses has shape C. */
export function guardedServer(limits: ServerLimits, handle: RequestListener): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: checkIntervalMs(limits),
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false,
  })
  server.maxHeadersCount = limits.maxHeaders + 1
  server.maxConnections = limits.maxConnections
  handleParserErrors(server)
  server.on('connection', limitKeylessConnections(limits.maxKeylessConnections))
  server.on('request', guardRequests(limits, handle))
  server.on('checkExpectation', (_request, response) =>
    rejectRequest(response, 417, 'Only 100-continue is expected'),
  )
  return server
}

/** How exactly the times are kept: a tenth of the shorter one, but neither busy nor idle with it. */
function checkIntervalMs({ headersMs, requestMs }: ServerLimits): number {
  return Math.min(1000, Math.max(20, Math.min(headersMs, requestMs) / 10))
}

/** Once a connection shall be closed, what comes after on it is not even looked at. */
function guardRequests(
  { maxHeaders, maxRequestsPerSocket, unreadResponseMs }: ServerLimits,
  handle: RequestListener,
): RequestListener {
  const counts = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (counts.get(socket) ?? 0) + 1
    if (count > maxRequestsPerSocket) return
    const error = findProtocolError(request, maxHeaders)
    counts.set(socket, error === null ? count : maxRequestsPerSocket)
    if (error !== null) return rejectRequest(response, error.status, error.message)
    if (count === maxRequestsPerSocket) response.shouldKeepAlive = false
    response.setTimeout(unreadResponseMs, () => destroyIfUnread(socket))
    normalizeTarget(request)
    handle(request, response)
  }
}

/** Nothing moved on the connection: if bytes of the answer wait, it is their reader who doesn't take them. */
function destroyIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

function rejectRequest(response: ServerResponse, status: EarlyErrorStatus, message: string): void {
  const { headers, body } = earlyError(status, message)
  response.writeHead(status, { ...headers, 'X-Request-Id': randomUUID() })
  response.end(body)
}
