import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'

/** The error code of a truncated stream: Node's own code for a stream that is reset with an error. */
const STREAM_ERROR = 'ERR_HTTP2_STREAM_ERROR'

/** The part of a node:http2 client stream that is used here. */
interface ClientStream extends Duplex {
  readonly session?: { readonly encrypted?: boolean }
}

let isSubscribed = false

/**
 * From this call on, an HTTP/2 stream over TLS of this process (internal look-ups use no TLS) ends with an
 * error when it is reset before END_STREAM, whatever the code of the reset: its body is incomplete (RFC 9113,
 * section 8.1). Node ends a stream that is reset with NO_ERROR or CANCEL as if it were complete, and so do
 * clients built on it.
 */
export function detectTruncatedStreams(): void {
  if (isSubscribed) return
  isSubscribed = true
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
