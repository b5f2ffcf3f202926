import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type EarlyErrorStatus, serializeEarlyError } from './raw-error-response.ts'

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const timedOut: [EarlyErrorStatus, string] = [408, 'The request did not come in time']
const statuses: Readonly<Record<string, [EarlyErrorStatus, string]>> = {
  [REQUEST_TIMEOUT]: timedOut,
  HPE_HEADER_OVERFLOW: [431, 'The header fields of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
}
const malformed: [EarlyErrorStatus, string] = [400, 'The request is not valid HTTP']

/** Connections that are exempt from the time limit of requests. */
const exempt = new WeakSet<Duplex>()

/** Exempts the current request on the connection from the time limit of requests, until `endExemption`. */
export function exemptFromTimeout(connection: Duplex): void {
  exempt.add(connection)
}

/** Applies the time limit of requests to the connection again. */
export function endExemption(connection: Duplex): void {
  exempt.delete(connection)
}

/** Answers requests that the HTTP parser rejects, and CONNECT, with an error of shape C, and closes the connection. */
export function handleParserErrors(server: Server): void {
  const openResponses = new WeakMap<Duplex, Set<ServerResponse>>()

  server.on('request', (request, response) => {
    const responses = openResponses.get(request.socket) ?? new Set()
    openResponses.set(request.socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === REQUEST_TIMEOUT && exempt.has(socket)) return
    const [status, message] = statuses[error.code ?? ''] ?? malformed
    const isWritable = error.code !== 'ECONNRESET' && socket.writable && canRespond(openResponses.get(socket))
    if (isWritable) endConnection(socket, serializeEarlyError(status, message))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    endConnection(socket, serializeEarlyError(405, 'CONNECT is not supported: this is no proxy'))
  })
}

/** Answers a request that stopped arriving with 408 and closes its connection. */
export function rejectTimedOut(socket: Duplex): void {
  endConnection(socket, serializeEarlyError(...timedOut))
}

/** Whether an error may be written: not where the client could take it for the answer to an earlier request. */
function canRespond(responses: ReadonlySet<ServerResponse> = new Set()): boolean {
  const [first, ...others] = responses
  if (first === undefined) return true
  return others.length === 0 && !first.req.complete && !first.headersSent
}

function endConnection(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(text, () => socket.destroy())
}
