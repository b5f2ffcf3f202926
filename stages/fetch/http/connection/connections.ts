import { Agent, type buildConnector } from 'undici'
import type { HttpLimits } from '../http-limits.ts'
import type { HttpVersion } from '../page-request.ts'
import { limitFraming } from './framing-limit.ts'
import { detectTruncatedStreams } from './truncated-http2.ts'

/** The connections to all targets, kept alive and shared by all requests. */
export interface Connections {
  readonly agent: Agent
  /** What the newest connection to the origin speaks. */
  versionOf(origin: string): HttpVersion
}

/** Origins whose version is remembered; the oldest goes first. */
const maxOrigins = 10_000

/** What an answer may have beside its body, in header sections: those of interim answers and trailers are among it. */
const FRAMING_HEADER_SECTIONS = 8

export function makeConnections(connector: buildConnector.connector, limits: HttpLimits): Connections {
  detectTruncatedStreams()
  const versions = new Map<string, HttpVersion>()
  const maxFramingBytes = FRAMING_HEADER_SECTIONS * limits.maxHeaderBytes

  function recordVersion(origin: string, version: HttpVersion): void {
    versions.delete(origin)
    versions.set(origin, version)
    const oldest = versions.keys().next()
    if (versions.size > maxOrigins && !oldest.done) versions.delete(oldest.value)
  }

  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error) return callback(withoutRetry(error), null)
      const isH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      if (!isH2) limitFraming(socket, maxFramingBytes)
      recordVersion(`${options.protocol}//${options.host}`, isH2 ? '2' : '1.1')
      callback(null, socket)
    })

  const agent = new Agent({
    connect,
    allowH2: true,
    connections: limits.connectionsPerOrigin,
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: limits.idleMs,
    keepAliveMaxTimeout: limits.idleMs,
  })
  return { agent, versionOf: (origin) => versions.get(origin) ?? '1.1' }
}

/** undici connects again and again, without end or pause, when the connector fails with one of its own socket errors. */
function withoutRetry(error: NodeJS.ErrnoException): Error {
  const retries = error.code === 'UND_ERR_SOCKET' || error.code === 'UND_ERR_INFO'
  return retries ? Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' }) : error
}
