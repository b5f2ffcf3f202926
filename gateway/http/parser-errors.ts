import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RefusalStatus, rawRefusal } from './refusal.ts'
import { isUnhurried } from './unhurried.ts'

const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT'
const tooLate: [RefusalStatus, string] = [408, 'The request did not come in time']
const statuses: Readonly<Record<string, [RefusalStatus, string]>> = {
  [TOO_LATE]: tooLate,
  HPE_HEADER_OVERFLOW: [431, 'The header fields of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
}
const malformed: [RefusalStatus, string] = [400, 'The request is not valid HTTP']

/** Answers what the parser refuses, and CONNECT, in the shape of all errors; then the connection is closed. */
export function answerParserErrors(server: Server): void {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>()

  server.on('request', (request, response) => {
    const responses = unfinished.get(request.socket) ?? new Set()
    unfinished.set(request.socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === TOO_LATE && isUnhurried(socket)) return
    const [status, message] = statuses[error.code ?? ''] ?? malformed
    const isAnswerable = error.code !== 'ECONNRESET' && socket.writable && isFree(unfinished.get(socket))
    if (isAnswerable) finish(socket, rawRefusal(status, message))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => {
    finish(socket, rawRefusal(405, 'CONNECT is not supported: this is no proxy'))
  })
}

/** Closes a connection whose request, not answered yet, does not come on. */
export function refuseLate(socket: Duplex): void {
  finish(socket, rawRefusal(...tooLate))
}

/** An answer may only be written where it can't be taken for the one to an earlier request. */
function isFree(responses: ReadonlySet<ServerResponse> = new Set()): boolean {
  const [first, ...others] = responses
  if (first === undefined) return true
  return others.length === 0 && !first.req.complete && !first.headersSent
}

function finish(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(text, () => socket.destroy())
}
