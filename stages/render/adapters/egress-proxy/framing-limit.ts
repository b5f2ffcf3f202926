import type { ClientRequest, IncomingMessage } from 'node:http'
import { InvalidResponse } from './target-failures.ts'

/**
 * Ends an exchange with `InvalidAnswer` when what its answer has beside its body is over `maxBytes` and the length of the body
 * together: empty lines, interim answers, head, sizes and extensions of chunks (RFC 9112, section 7.1.1 asks for a limit), trailers.
 * All that a page may load, sent in chunks of a byte each or as interim answers, keeps the process from everything else.
 */
export function limitFramingOverhead(upstream: ClientRequest, maxBytes: number): void {
  let response: IncomingMessage | null = null
  let bodyBytesRead = 0
  upstream.once('response', (message) => {
    response = message.on('data', (part: Buffer) => {
      bodyBytesRead += part.length
    })
  })
  upstream.once('socket', (socket) => {
    // The parser has had what it is to have: its listener is there before.
    const parsedBytes = () => socket.bytesRead - socket.readableLength
    const startBytes = parsedBytes()
    const check = () => {
      const bodyBytes = bodyBytesRead + (response?.readableLength ?? 0)
      const overheadBytes = parsedBytes() - startBytes - bodyBytes
      if (overheadBytes > maxBytes + bodyBytes)
        upstream.destroy(new InvalidResponse('Too much of the answer is not its body'))
    }
    socket.on('data', check)
    upstream.once('close', () => socket.off('data', check))
  })
}
