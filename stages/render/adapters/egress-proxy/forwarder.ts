import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { limitFramingOverhead } from './framing-limit.ts'
import { hasUnambiguousLength, requestFields } from './header-fields.ts'
import { relayResponse } from './relay-response.ts'
import { type AbsoluteTarget, parseAbsoluteForm } from './request-target.ts'
import { makeTargetAgents } from './target-agents.ts'
import type { TargetConnections } from './target-connections.ts'
import { InvalidResponse } from './target-failures.ts'
import type { TrafficAccount } from './traffic-accounting.ts'

export interface ForwarderOptions {
  readonly connections: TargetConnections
  readonly traffic: TrafficAccount
  /** Milliseconds without a byte until a connection to a target is closed, in use or not. */
  readonly idleMs: number
  /** Bytes of one answer's header section. */
  readonly maxHeaderBytes: number
  /** Whether the job wants nothing of the URL. */
  isBlocked(url: string): boolean
}

export interface Forwarder {
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

export function makeForwarder(options: ForwarderOptions): Forwarder {
  const { connections, traffic, idleMs, isBlocked } = options
  const { keepAliveAgent, singleUseAgent, close } = makeTargetAgents(connections, idleMs)

  function fail({ target, outgoing }: Exchange, error: unknown): void {
    if (!outgoing.destroyed) traffic.recordFailure(target, error)
    outgoing.destroy()
  }

  function send(exchange: Exchange, agent: Agent): void {
    const { target, incoming, outgoing } = exchange
    const upstream = openUpstream(exchange, agent, options)
    const destroyUpstream = () => upstream.destroy()
    outgoing.once('close', destroyUpstream)
    limitFramingOverhead(upstream, options.maxHeaderBytes)
    upstream.on('information', () => upstream.socket && connections.countBytes(upstream.socket))
    upstream.once('response', (response) => {
      traffic.recordSuccess(target)
      relayResponse(response, outgoing, connections, (error) => fail(exchange, error))
    })
    upstream.once('upgrade', (_answer, socket) => {
      socket.destroy()
      fail(exchange, new InvalidResponse('A target changes to a protocol that nobody asked for'))
    })
    upstream.on('error', (error) => {
      outgoing.off('close', destroyUpstream)
      // RFC 9112, section 9.3.1: a target may close a kept connection at the moment it is used again.
      const isStale = upstream.reusedSocket && !outgoing.headersSent && !outgoing.destroyed
      if (isStale) send(exchange, singleUseAgent)
      else fail(exchange, error)
    })
    incoming.pipe(upstream)
  }

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = parseAbsoluteForm(incoming.url ?? '')
    if (target === null || !hasUnambiguousLength(incoming.rawHeaders)) {
      outgoing.destroy()
      return
    }
    if (isBlocked(incoming.url ?? '')) {
      outgoing.writeHead(403).end()
      return
    }
    const exchange = { target, incoming, outgoing }
    try {
      traffic.admitRequest('requests')
      send(exchange, isRetriable(incoming) ? keepAliveAgent : singleUseAgent)
    } catch (error) {
      fail(exchange, error)
    }
  }

  return { handle, close }
}

function openUpstream(
  { target, incoming }: Exchange,
  agent: Agent,
  options: ForwarderOptions,
): ClientRequest {
  const { host, port, path, authority } = target
  const { method = 'GET', rawHeaders } = incoming
  const headers = requestFields(rawHeaders, authority)
  const upstream = request({
    ...{ host, port, method, path, headers, agent, setHost: false },
    ...{ maxHeaderSize: options.maxHeaderBytes, insecureHTTPParser: false },
  })
  return upstream.setTimeout(options.idleMs, () => upstream.destroy(idleTimeout()))
}

/** RFC 9110, section 9.2.2: safe to send once more, and without a body that would be gone by then. */
function isRetriable({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

function idleTimeout(): Error {
  return Object.assign(new Error('The target is silent'), { code: 'ETIMEDOUT' })
}
