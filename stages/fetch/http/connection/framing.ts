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
  subscribeHttp1Once()
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

let isHttp1Subscribed = false

/** Subscribes to undici's diagnostics channels, which are global. Events of other connections are ignored. */
function subscribeHttp1Once(): void {
  if (isHttp1Subscribed) return
  isHttp1Subscribed = true
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

/** The error code of a truncated stream: Node's own code for a stream that is reset with an error. */
const STREAM_ERROR = 'ERR_HTTP2_STREAM_ERROR'

/** The part of a node:http2 client stream that is used here. */
interface ClientStream extends Duplex {
  readonly session?: { readonly encrypted?: boolean }
}

let isHttp2Subscribed = false

/**
 * From this call on, an HTTP/2 stream over TLS of this process (internal look-ups use no TLS) ends with an
 * error when it is reset before END_STREAM, whatever the code of the reset: its body is incomplete (RFC 9113,
 * section 8.1). Node ends a stream that is reset with NO_ERROR or CANCEL as if it were complete, and so do
 * clients built on it.
 */
export function detectTruncatedStreams(): void {
  if (isHttp2Subscribed) return
  isHttp2Subscribed = true
  subscribe('http2.client.stream.created', (message) => {
    const { stream } = message as { readonly stream: ClientStream }
    if (stream.session?.encrypted) failUnlessEnded(stream)
  })
}

/**
 * END_STREAM arrives while the stream is open. An end that arrives only with the close of the stream comes
 * from a reset.
 */
function failUnlessEnded(stream: ClientStream): void {
  // A stream that this side has cancelled has no other error listener.
  stream.on('error', () => {})
  const push = stream.push.bind(stream)
  let hasEnded = false
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk !== null) return push(chunk, encoding)
    if (stream.closed && !hasEnded) {
      // Deferred, since Node is closing the stream at this moment.
      process.nextTick(() => stream.destroy(truncatedError()))
      return false
    }
    hasEnded = true
    return push(null)
  }
}

function truncatedError(): Error {
  return Object.assign(new Error('The stream was reset before its end'), { code: STREAM_ERROR })
}
