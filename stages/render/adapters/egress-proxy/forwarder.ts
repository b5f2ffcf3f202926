import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { expectResponse } from '#shared/egress/response/expect-response.ts'
import { endToEndFields, hasUnambiguousLength, requestFields } from './header-fields.ts'
import { type AbsoluteTarget, parseAbsoluteForm } from './request-target.ts'
import { makeTargetAgents, type TargetConnections } from './target-connections.ts'
import { InvalidResponse, type TrafficAccount } from './traffic-accounting.ts'

export interface ForwarderOptions {
  readonly connections: TargetConnections
  readonly traffic: TrafficAccount
  /** Milliseconds without a byte, in either direction, after which a connection to a target is closed, whether it is in use or not. */
  readonly idleMs: number
  /** Maximum bytes of the header section of a response. */
  readonly maxHeaderBytes: number
  /** Whether the job blocks the URL. Of a tunnel only the origin is known. */
  isBlocked(url: string): boolean
}

interface Exchange {
  readonly target: AbsoluteTarget
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Makes the part of the proxy that handles plain http in absolute form. `close` drops idle connections to targets. */
export function makeForwarder(options: ForwarderOptions) {
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
      fail(exchange, new InvalidResponse('The target switches to a protocol that was not requested'))
    })
    upstream.on('error', (error) => {
      outgoing.off('close', destroyUpstream)
      // RFC 9112, section 9.3.1: a target may close a persistent connection at the moment when it is used again.
      const isStale = upstream.reusedSocket && !outgoing.headersSent && !outgoing.destroyed
      if (isStale) send(exchange, singleUseAgent)
      else fail(exchange, error)
    })
    incoming.pipe(upstream)
  }

  /**
   * Forwards a plain http request and relays the response. When that fails for any reason, closes the connection of the browser:
   * the browser would show a response of the proxy as the page. A blocked request, which is never the page, gets a 403: the browser
   * would retry on a closed connection.
   */
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
  const expected = { maxHeadBytes: options.maxHeaderBytes, isOfHead: method === 'HEAD' }
  upstream.once('socket', (socket) => expectResponse(socket, expected))
  return upstream.setTimeout(options.idleMs, () => upstream.destroy(idleTimeout()))
}

/** Idempotent (RFC 9110, section 9.2.2), and without a body, which could not be sent a second time. */
function isRetriable({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

function idleTimeout(): Error {
  return Object.assign(new Error('The target sends nothing'), { code: 'ETIMEDOUT' })
}

/**
 * Relays a response to the browser, with backpressure. Calls `fail` when the response must not be relayed, or ends too early. Drops
 * trailers (RFC 9110, section 6.5.1) and 1xx responses, which browsers ignore over HTTP/1.
 */
function relayResponse(
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
  // `fail` and the 'close' events of the connections handle errors.
  pipeline(response, outgoing, () => {})
}

function writeHead(
  { statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage,
  to: ServerResponse,
): void {
  // The browser would take a 407 for a response of the proxy, and forget its credential.
  if (statusCode === 407) throw new InvalidResponse('The target asks for proxy authentication')
  to.sendDate = false
  to.writeHead(statusCode, statusMessage, endToEndFields(rawHeaders))
}

/**
 * Destroys a request with `InvalidResponse` when the framing of its response exceeds `maxBytes` plus the length of the body. Framing is
 * empty lines, interim responses, the head, sizes and extensions of chunks (RFC 9112, section 7.1.1 asks for a limit) and trailers.
 * Without the limit, a target that sends chunks of one byte, or interim responses only, could occupy the whole process.
 */
function limitFramingOverhead(upstream: ClientRequest, maxBytes: number): void {
  let response: IncomingMessage | null = null
  let bodyBytesRead = 0
  upstream.once('response', (message) => {
    response = message.on('data', (part: Buffer) => {
      bodyBytesRead += part.length
    })
  })
  upstream.once('socket', (socket) => {
    // The parser has read these bytes: its listener was added before this one.
    const parsedBytes = () => socket.bytesRead - socket.readableLength
    const startBytes = parsedBytes()
    const check = () => {
      const bodyBytes = bodyBytesRead + (response?.readableLength ?? 0)
      const overheadBytes = parsedBytes() - startBytes - bodyBytes
      if (overheadBytes > maxBytes + bodyBytes)
        upstream.destroy(new InvalidResponse('Too much of the response is framing'))
    }
    socket.on('data', check)
    upstream.once('close', () => socket.off('data', check))
  })
}
