import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { endToEndFields } from './header-fields.ts'
import type { TargetConnections } from './target-connections.ts'
import { InvalidResponse } from './target-failures.ts'

/**
 * Passes a target's answer on to the browser, at the browser's pace. Calls `fail` when it is none that may be passed on, or ends
 * too early. Trailers are dropped (RFC 9110, section 6.5.1), and so are 1xx answers: browsers make nothing of them over HTTP/1.
 */
export function relayResponse(
  response: IncomingMessage,
  outgoing: ServerResponse,
  connections: TargetConnections,
  fail: (error: unknown) => void,
): void {
  const { socket } = response
  connections.countBytes(socket)
  response.once('error', fail)
  try {
    writeHead(response, outgoing)
  } catch (error) {
    fail(error)
    return
  }
  response.on('data', () => connections.countBytes(socket))
  // `fail` and the connections' own 'close' have seen to whatever went wrong.
  pipeline(response, outgoing, () => {})
}

function writeHead(
  { statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage,
  to: ServerResponse,
): void {
  // The browser would take it for the proxy's own and forget the credential that it has.
  if (statusCode === 407) throw new InvalidResponse('A target asks for proxy authentication')
  to.sendDate = false
  to.writeHead(statusCode, statusMessage, endToEndFields(rawHeaders))
}
