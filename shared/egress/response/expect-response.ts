import type { Readable } from 'node:stream'
import { type ResponseOptions, StrictResponse } from './strict-response.ts'

/** What a socket receives at present. */
interface Reception {
  response: StrictResponse
  isEnded: boolean
}

const receptions = new WeakMap<Readable, Reception>()

/**
 * Makes whoever reads the socket read the next response as `StrictResponse` writes it. Call it before each HTTP/1
 * request, and after the last byte of the response before. `bytesRead` still counts what the target sends. When the
 * end of a response is odd, or bytes follow it, the socket seems closed by the target: it serves no other request.
 */
export function expectResponse(socket: Readable, options: ResponseOptions): void {
  const response = new StrictResponse(options)
  const reception = receptions.get(socket)
  if (reception) reception.response = response
  else receive(socket, { response, isEnded: false })
}

function receive(socket: Readable, reception: Reception): void {
  receptions.set(socket, reception)
  const push = socket.push.bind(socket)
  socket.push = (chunk: Buffer | null) => {
    const { response, isEnded } = reception
    if (isEnded) return false
    const bytes = chunk === null ? response.end() : response.write(chunk)
    reception.isEnded = chunk === null || response.isLast
    const wantsMore = bytes.length === 0 || push(bytes)
    return reception.isEnded ? push(null) : wantsMore
  }
}
