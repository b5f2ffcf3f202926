import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { InvalidAnswer } from '../../proxy/failures.ts'
import { isFramedPlainly, requestFields } from '../../proxy/header-fields.ts'
import type { Ledger } from '../../proxy/ledger.ts'
import { type AbsoluteTarget, readAbsolute } from '../../proxy/request-target.ts'
import { limitFraming } from './framing.ts'
import { relay } from './relay.ts'
import { makeTargetAgents } from './target-agents.ts'
import type { Targets } from './targets.ts'

export interface ForwardOptions {
  readonly targets: Targets
  readonly ledger: Ledger
  /** Milliseconds without a byte until a connection to a target is closed, in use or not. */
  readonly idleMs: number
  /** Bytes of one answer's header section. */
  readonly maxHeaderBytes: number
  /** Whether the job wants nothing of the URL. */
  isBlocked(url: string): boolean
}

export interface Forward {
  /**
   * Passes a plain http request on and the answer back. What can't be answered loses its connection, whatever the reason: an
   * answer of the proxy's own would be shown as the page. What is blocked is never the page, and answered with 403: of a lost
   * connection the browser would ask again.
   */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void
  close(): void
}

interface Exchange {
  readonly target: AbsoluteTarget
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

export function makeForward(options: ForwardOptions): Forward {
  const { targets, ledger, idleMs, isBlocked } = options
  const { kept, fresh, close } = makeTargetAgents(targets, idleMs)

  function fail({ target, outgoing }: Exchange, error: unknown): void {
    if (!outgoing.destroyed) ledger.fail(target, error)
    outgoing.destroy()
  }

  function send(exchange: Exchange, agent: Agent): void {
    const { target, incoming, outgoing } = exchange
    const asked = ask(exchange, agent, options)
    const end = () => asked.destroy()
    outgoing.once('close', end)
    limitFraming(asked, options.maxHeaderBytes)
    asked.on('information', () => asked.socket && targets.count(asked.socket))
    asked.once('response', (answer) => {
      ledger.succeed(target)
      relay(answer, outgoing, targets, (error) => fail(exchange, error))
    })
    asked.once('upgrade', (_answer, socket) => {
      socket.destroy()
      fail(exchange, new InvalidAnswer('A target changes to a protocol that nobody asked for'))
    })
    asked.on('error', (error) => {
      outgoing.off('close', end)
      // RFC 9112, section 9.3.1: a target may close a kept connection at the moment it is used again.
      const isStale = asked.reusedSocket && !outgoing.headersSent && !outgoing.destroyed
      if (isStale) send(exchange, fresh)
      else fail(exchange, error)
    })
    incoming.pipe(asked)
  }

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = readAbsolute(incoming.url ?? '')
    if (target === null || !isFramedPlainly(incoming.rawHeaders)) {
      outgoing.destroy()
      return
    }
    if (isBlocked(incoming.url ?? '')) {
      outgoing.writeHead(403).end()
      return
    }
    const exchange = { target, incoming, outgoing }
    try {
      ledger.admit('requests')
      send(exchange, isRepeatable(incoming) ? kept : fresh)
    } catch (error) {
      fail(exchange, error)
    }
  }

  return { handle, close }
}

function ask({ target, incoming }: Exchange, agent: Agent, options: ForwardOptions): ClientRequest {
  const { host, port, path, authority } = target
  const { method = 'GET', rawHeaders } = incoming
  const headers = requestFields(rawHeaders, authority)
  const asked = request({
    ...{ host, port, method, path, headers, agent, setHost: false },
    ...{ maxHeaderSize: options.maxHeaderBytes, insecureHTTPParser: false },
  })
  return asked.setTimeout(options.idleMs, () => asked.destroy(silence()))
}

/** RFC 9110, section 9.2.2: safe to send once more, and without a body that would be gone by then. */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

function silence(): Error {
  return Object.assign(new Error('The target is silent'), { code: 'ETIMEDOUT' })
}
