import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type EarlyErrorStatus, serializeEarlyError } from './raw-error-response.ts'
import { isExempt } from './timeout-exemption.ts'

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const timedOut: [EarlyErrorStatus, string] = [408, 'The request did not come in time']
const statuses: Readonly<Record<string, [EarlyErrorStatus, string]>> = {
  [REQUEST_TIMEOUT]: timedOut,
  HPE_HEADER_OVERFLOW: [431, 'The header fields of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
}
const malformed: [EarlyErrorStatus, string] = [400, 'The request is not valid HTTP']

/** Answers what the parser refuses, and CONNECT, in the shape of all errors; then the connection is closed. */
export function handleParserErrors(server: Server): void {
  const openResponses = new WeakMap<Duplex, Set<ServerResponse>>()

  server.on('request', (request, response) => {
    const responses = openResponses.get(request.socket) ?? new Set()
    openResponses.set(request.socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === REQUEST_TIMEOUT && isExempt(socket)) return
    const [status, message] = statuses[error.code ?? ''] ?? malformed
    const isWritable = error.code !== 'ECONNRESET' && socket.writable && canRespond(openResponses.get(socket))
    if (isWritable) endConnection(socket, serializeEarlyError(status, message))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    endConnection(socket, serializeEarlyError(405, 'CONNECT is not supported: this is no proxy'))
  })
}

/** Closes a connection whose request, not answered yet, does not come on. */
export function rejectTimedOut(socket: Duplex): void {
  endConnection(socket, serializeEarlyError(...timedOut))
}

/** An answer may only be written where it can't be taken for the one to an earlier request. */
function canRespond(responses: ReadonlySet<ServerResponse> = new Set()): boolean {
  const [first, ...others] = responses
  if (first === undefined) return true
  return others.length === 0 && !first.req.complete && !first.headersSent
}

function endConnection(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(text, () => socket.destroy())
}
