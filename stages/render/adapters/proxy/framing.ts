import type { ClientRequest, IncomingMessage } from 'node:http'
import { InvalidAnswer } from '../../proxy/failures.ts'

/**
 * Ends an exchange with `InvalidAnswer` when what its answer has beside its body is over `maxBytes` and the length of the body
 * together: empty lines, interim answers, head, sizes and extensions of chunks (RFC 9112, section 7.1.1 asks for a limit), trailers.
 * All that a page may load, sent in chunks of a byte each or as interim answers, keeps the process from everything else.
 */
export function limitFraming(asked: ClientRequest, maxBytes: number): void {
  let answer: IncomingMessage | null = null
  let read = 0
  asked.once('response', (message) => {
    answer = message.on('data', (part: Buffer) => {
      read += part.length
    })
  })
  asked.once('socket', (socket) => {
    // The parser has had what it is to have: its listener is there before.
    const parsed = () => socket.bytesRead - socket.readableLength
    const start = parsed()
    const look = () => {
      const body = read + (answer?.readableLength ?? 0)
      const beside = parsed() - start - body
      if (beside > maxBytes + body) asked.destroy(new InvalidAnswer('Too much of the answer is not its body'))
    }
    socket.on('data', look)
    asked.once('close', () => socket.off('data', look))
  })
}
