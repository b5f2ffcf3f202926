import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { handleParserErrors } from './parser-errors.ts'
import { type EarlyErrorStatus, earlyError } from './raw-error-response.ts'
import { findProtocolError, normalizeTarget } from './request-guard.ts'

/** Time limits for the headers of a request and for the whole request, in milliseconds. */
const HEADERS_MS = 10_000
export const REQUEST_MS = 30_000
/** Time after which an idle connection is closed, in milliseconds. */
const KEEP_ALIVE_MS = 5000
/** Time after which a connection is destroyed whose client reads nothing of a pending answer, in milliseconds. */
const UNREAD_RESPONSE_MS = 30_000
const MAX_HEADER_BYTES = 16_384
/** Header fields of one request; more are answered with 431. */
const MAX_HEADERS = 100
/** Requests after which a connection is closed. */
const MAX_REQUESTS_PER_SOCKET = 10_000

const usualLimits = {
  headersMs: HEADERS_MS,
  requestMs: REQUEST_MS,
  keepAliveMs: KEEP_ALIVE_MS,
  unreadResponseMs: UNREAD_RESPONSE_MS,
  maxHeaderBytes: MAX_HEADER_BYTES,
  maxHeaders: MAX_HEADERS,
  maxRequestsPerSocket: MAX_REQUESTS_PER_SOCKET,
}

/** Limits of one client, connection and request; those that are not given are the usual ones. */
export type ServerLimits = ConnectionLimits & Partial<typeof usualLimits>

type AllLimits = ConnectionLimits & typeof usualLimits

/**
 * Creates a server that passes on only well-formed requests: `infra/docs/clients.md#http`. A rejected request gets an
 * error of shape C.
 */
export function guardedServer(given: ServerLimits, handle: RequestListener): Server {
  const limits: AllLimits = { ...usualLimits, ...given }
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
function checkIntervalMs({ headersMs, requestMs }: AllLimits): number {
  return Math.min(1000, Math.max(20, Math.min(headersMs, requestMs) / 10))
}

/** Guards `handle`. After a connection was marked for closing, its further requests are ignored. */
function guardRequests(
  { maxHeaders, maxRequestsPerSocket, unreadResponseMs }: AllLimits,
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
