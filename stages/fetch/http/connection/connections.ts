import { LRUCache } from 'lru-cache'
import { Agent, type buildConnector } from 'undici'
import { detectTruncatedStreams, limitFraming } from './framing.ts'
import { readOddResponses } from './odd-responses.ts'

/** The HTTP version of the connection. HTTP/1.0 counts as 1.1. */
export type HttpVersion = '1.1' | '2'

export interface ConnectionLimits {
  /** Bytes of one response's header section. */
  readonly maxHeaderBytes: number
  /** Concurrent connections to one origin. Further requests to the origin wait within their timeout. */
  readonly connectionsPerOrigin: number
  /** Milliseconds that an idle connection is kept. */
  readonly idleMs: number
}

/** Chromium accepts 256 KiB. */
const MAX_HEADER_BYTES = 128 * 1024
const CONNECTIONS_PER_ORIGIN = 16
const IDLE_MS = 4000

/** The connections to all targets. They are kept alive and shared by all requests. */
export interface Connections {
  readonly agent: Agent
  /** The HTTP version of the newest connection to the origin. */
  versionOf(origin: string): HttpVersion
}

/** Origins whose HTTP version is remembered. */
const MAX_ORIGINS = 10_000

/**
 * How many times `maxHeaderBytes` a response may send besides its body: header section, interim responses and
 * trailers.
 */
const FRAMING_HEADER_SECTIONS = 8

/** Makes the connection pool. `connector` has to enforce the egress policy. */
export function makeConnections(
  connector: buildConnector.connector,
  {
    maxHeaderBytes = MAX_HEADER_BYTES,
    connectionsPerOrigin = CONNECTIONS_PER_ORIGIN,
    idleMs = IDLE_MS,
  }: Partial<ConnectionLimits>,
): Connections {
  detectTruncatedStreams()
  const versions = new LRUCache<string, HttpVersion>({ max: MAX_ORIGINS })
  const maxFramingBytes = FRAMING_HEADER_SECTIONS * maxHeaderBytes

  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(withoutRetry(error), null)
      const isH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      if (!isH2) {
        limitFraming(socket, maxFramingBytes)
        readOddResponses(socket, maxHeaderBytes)
      }
      versions.set(`${options.protocol}//${options.host}`, isH2 ? '2' : '1.1')
      callback(null, socket)
    })

  const agent = new Agent({
    connect,
    allowH2: true,
    connections: connectionsPerOrigin,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  })
  return { agent, versionOf: (origin) => versions.get(origin) ?? '1.1' }
}

/**
 * Replaces the connector's errors of undici's own codes: on such an error undici reconnects without end and
 * without pause.
 */
function withoutRetry(error: NodeJS.ErrnoException): Error {
  const retries = error.code === 'UND_ERR_SOCKET' || error.code === 'UND_ERR_INFO'
  return retries ? Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' }) : error
}
