import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { handleParserErrors } from './parser-errors.ts'
import { type EarlyErrorStatus, earlyError } from './raw-error-response.ts'
import { findProtocolError, normalizeTarget } from './request-guard.ts'

/** Limits of one client, connection and request. */
export interface ServerLimits extends ConnectionLimits {
  /** Time limits for the headers of a request and for the whole request, in milliseconds. */
  readonly headersMs: number
  readonly requestMs: number
  /** Time after which an idle connection is closed, in milliseconds. */
  readonly keepAliveMs: number
  /** Time after which a connection is destroyed whose client reads nothing of a pending answer, in milliseconds. */
  readonly unreadResponseMs: number
  readonly maxHeaderBytes: number
  /** Header fields of one request; more are answered with 431. */
  readonly maxHeaders: number
  /** Requests after which a connection is closed. */
  readonly maxRequestsPerSocket: number
}

/**
 * Creates a server that passes on only well-formed requests: `infra/docs/contract.md#http`. A rejected request gets an
 * error of shape C.
 */
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
  handleParserErrors(server)
  server.on('connection', limitConnections(limits))
  server.on('request', guardRequests(limits, handle))
  server.on('checkExpectation', (_request, response) =>
    rejectRequest(response, 417, 'Only 100-continue is expected'),
  )
  return server
}

/** Interval of the time limit checks: a tenth of the shorter limit, between 20 ms and 1 s. */
function checkIntervalMs({ headersMs, requestMs }: ServerLimits): number {
  return Math.min(1000, Math.max(20, Math.min(headersMs, requestMs) / 10))
}

/** Guards `handle`. After a connection was marked for closing, its further requests are ignored. */
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

/** Destroys a connection on which nothing moved if bytes of an answer wait: then its client does not read. */
function destroyIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** Answers with an error of shape C, and closes the connection. */
export function rejectRequest(response: ServerResponse, status: EarlyErrorStatus, message: string): void {
  const { headers, body } = earlyError(status, message)
  response.writeHead(status, { ...headers, 'X-Request-Id': randomUUID() })
  response.end(body)
}
