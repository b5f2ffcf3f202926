import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import { InvalidResponse } from '../message/target-failures.ts'

/** A connection as it is seen here, with the bytes that came over it so far. */
type Connection = Duplex & { readonly bytesRead: number }

/** What one HTTP/1 connection has carried since its last request was sent, in bytes. */
interface ConnectionUsage {
  /** Read from the connection before that. */
  start: number
  /** Of the answer's body, as it was sent. */
  body: number
}

const usageOfSocket = new WeakMap<object, ConnectionUsage>()
const usageOfRequest = new WeakMap<object, ConnectionUsage>()

/**
 * Ends a connection of HTTP/1 with `InvalidResponse` when what an answer has beside its body is over `maxBytes` and the length
 * of the body together: head, interim answers, sizes and extensions of chunks, trailers. undici takes chunk extensions
 * without end (RFC 9112, 7.1.1 asks for a limit), and a body in chunks of a byte each; neither is ever seen by who reads the
 * body, and both keep the parser, and so the whole process, busy.
 */
export function limitFraming(socket: Connection, maxBytes: number): void {
  subscribeOnce()
  const usage: ConnectionUsage = { start: 0, body: 0 }
  usageOfSocket.set(socket, usage)
  socket.on('readable', () => {
    const framingBytes = parsedBytes(socket) - usage.start - usage.body
    if (framingBytes > maxBytes + usage.body)
      socket.destroy(new InvalidResponse('Too much of the answer is not its body'))
  })
}

/** Read from the connection and taken by the parser. */
function parsedBytes(socket: Connection): number {
  return socket.bytesRead - socket.readableLength
}

let isSubscribed = false

/** undici's channels are of the process: what goes over other connections than these is passed by. */
function subscribeOnce(): void {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, socket } = message as { request: object; socket: Connection }
    const usage = usageOfSocket.get(socket)
    if (usage === undefined) return
    usage.start = parsedBytes(socket)
    usage.body = 0
    usageOfRequest.set(request, usage)
  })
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as { request: object; chunk: Buffer }
    const usage = usageOfRequest.get(request)
    if (usage !== undefined) usage.body += chunk.length
  })
}
