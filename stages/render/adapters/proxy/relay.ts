import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { InvalidAnswer } from '../../proxy/failures.ts'
import { endToEnd } from '../../proxy/header-fields.ts'
import type { Targets } from './targets.ts'

/**
 * Passes a target's answer on to the browser, at the browser's pace. Calls `fail` when it is none that may be passed on, or ends
 * too early. Trailers are dropped (RFC 9110, section 6.5.1), and so are 1xx answers: browsers make nothing of them over HTTP/1.
 */
export function relay(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  targets: Targets,
  fail: (error: unknown) => void,
): void {
  const { socket } = answer
  targets.count(socket)
  answer.once('error', fail)
  try {
    writeHead(answer, outgoing)
  } catch (error) {
    fail(error)
    return
  }
  answer.on('data', () => targets.count(socket))
  // `fail` and the connections' own 'close' have seen to whatever went wrong.
  pipeline(answer, outgoing, () => {})
}

function writeHead(
  { statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage,
  to: ServerResponse,
): void {
  // The browser would take it for the proxy's own and forget the credential that it has.
  if (statusCode === 407) throw new InvalidAnswer('A target asks for proxy authentication')
  to.sendDate = false
  to.writeHead(statusCode, statusMessage, endToEnd(rawHeaders))
}
