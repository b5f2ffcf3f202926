import { subscribe } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'

/** Code of the error that a stream ends with when it was cut: as Node has it for streams that are reset with an error. */
const STREAM_ERROR = 'ERR_HTTP2_STREAM_ERROR'

/** Of node:http2, what is asked here. */
interface ClientStream extends Duplex {
  readonly session?: { readonly encrypted?: boolean }
}

let isSubscribed = false

/**
 * From now on an HTTP/2 stream over TLS of this process (look-ups go without) that is reset before END_STREAM came ends with an error, whatever the code of
 * the reset: its body is not whole (RFC 9113, section 8.1). Node ends a stream that is reset with NO_ERROR or CANCEL like one
 * that is complete, and so do the clients that stand on it.
 */
export function detectTruncatedStreams(): void {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('http2.client.stream.created', (message) => {
    const { stream } = message as { readonly stream: ClientStream }
    if (stream.session?.encrypted) failUnlessEnded(stream)
  })
}

/** A stream is told of END_STREAM while it is open; the end that comes with its closing alone is that of a reset. */
function failUnlessEnded(stream: ClientStream): void {
  // One that its own side gave up has nobody who listens any more.
  stream.on('error', () => {})
  const push = stream.push.bind(stream)
  let hasEnded = false
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk !== null) return push(chunk, encoding)
    if (stream.closed && !hasEnded) {
      // Not at once: Node is in the midst of closing it.
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
