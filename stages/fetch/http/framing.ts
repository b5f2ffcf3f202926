import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import { InvalidResponse } from './failures.ts'

/** A connection as it is seen here, with the bytes that came over it so far. */
type Connection = Duplex & { readonly bytesRead: number }

/** What one HTTP/1 connection has carried since its last request was sent, in bytes. */
interface Wire {
  /** Read from the connection before that. */
  start: number
  /** Of the answer's body, as it was sent. */
  body: number
}

const wireOfSocket = new WeakMap<object, Wire>()
const wireOfRequest = new WeakMap<object, Wire>()

/**
 * Ends a connection of HTTP/1 with `InvalidResponse` when what an answer has beside its body is over `maxBytes` and the length
 * of the body together: head, interim answers, sizes and extensions of chunks, trailers. undici takes chunk extensions
 * without end (RFC 9112, 7.1.1 asks for a limit), and a body in chunks of a byte each; neither is ever seen by who reads the
 * body, and both keep the parser, and so the whole process, busy.
 */
export function limitFraming(socket: Connection, maxBytes: number): void {
  observe()
  const wire: Wire = { start: 0, body: 0 }
  wireOfSocket.set(socket, wire)
  socket.on('readable', () => {
    const beside = parsedBytes(socket) - wire.start - wire.body
    if (beside > maxBytes + wire.body)
      socket.destroy(new InvalidResponse('Too much of the answer is not its body'))
  })
}

/** Read from the connection and taken by the parser. */
function parsedBytes(socket: Connection): number {
  return socket.bytesRead - socket.readableLength
}

let isObserved = false

/** undici's channels are of the process: what goes over other connections than these is passed by. */
function observe(): void {
  if (isObserved) return
  isObserved = true
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, socket } = message as { request: object; socket: Connection }
    const wire = wireOfSocket.get(socket)
    if (wire === undefined) return
    wire.start = parsedBytes(socket)
    wire.body = 0
    wireOfRequest.set(request, wire)
  })
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as { request: object; chunk: Buffer }
    const wire = wireOfRequest.get(request)
    if (wire !== undefined) wire.body += chunk.length
  })
}
