import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import { InvalidResponse } from '../message/target-failures.ts'

/** A socket, with the number of bytes received so far. */
type Connection = Duplex & { readonly bytesRead: number }

/** The bytes that one HTTP/1 connection has received since its last request was sent. */
interface ConnectionUsage {
  /** Bytes received before that request. */
  start: number
  /** Bytes of the response's body, as transferred. */
  body: number
}

const usageOfSocket = new WeakMap<object, ConnectionUsage>()
const usageOfRequest = new WeakMap<object, ConnectionUsage>()

/**
 * Destroys an HTTP/1 connection with `InvalidResponse` when the bytes of a response besides its body (header
 * section, interim responses, chunk sizes and extensions, trailers) exceed `maxBytes` plus the length of the
 * body. undici accepts chunk extensions of any length (RFC 9112, section 7.1.1 demands a limit) and bodies in
 * chunks of one byte. The reader of the body sees neither, and both keep the parser, and with it the whole
 * process, busy.
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

/** Bytes received and taken by the parser. */
function parsedBytes(socket: Connection): number {
  return socket.bytesRead - socket.readableLength
}

let isSubscribed = false

/** Subscribes to undici's diagnostics channels, which are global. Events of other connections are ignored. */
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
