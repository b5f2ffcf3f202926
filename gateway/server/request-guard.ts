import type { IncomingMessage } from 'node:http'

/** Why a request is rejected: a proxy on its way could read it as another request (request smuggling). */
export interface ProtocolError {
  readonly status: 400 | 431
  readonly message: string
}

const HOST = /^(?:\[[0-9a-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/

/**
 * Finds what is wrong with a request that the parser accepted; null when nothing is (RFC 9112, sections 3.2 and 6.1):
 * no Host or several, a transfer coding other than `chunked`, an unsupported target. Node drops fields beyond
 * `maxHeaders` silently, so they are an error.
 */
export function findProtocolError(request: IncomingMessage, maxHeaders: number): ProtocolError | null {
  if (request.rawHeaders.length / 2 > maxHeaders) return { status: 431, message: 'Too many header fields' }
  const message = findHostError(request) ?? findCodingError(request) ?? findTargetError(request)
  return message === null ? null : { status: 400, message }
}

function findHostError(request: IncomingMessage): string | null {
  const hosts = valuesOf(request, 'host')
  if (hosts.length > 1) return 'The request has more than one Host'
  if (hosts.length === 0) return request.httpVersion === '1.0' ? null : 'The request has no Host'
  return hosts[0] === '' || HOST.test(hosts[0] ?? '') ? null : 'The Host of the request is not valid'
}

function findCodingError(request: IncomingMessage): string | null {
  const codings = valuesOf(request, 'transfer-encoding')
  if (codings.length === 0) return null
  if (request.httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding'
  if (valuesOf(request, 'content-length').length > 0)
    return 'The request has both Content-Length and Transfer-Encoding'
  const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked'
  return isChunked ? null : 'The only supported transfer coding is chunked'
}

/** Origin-form, absolute-form of http and https, and `*` for OPTIONS. */
const TARGET = /^(?:\/|https?:\/\/(?:\[[0-9a-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?(?:[/?]|$))/i

function findTargetError({ url = '', method }: IncomingMessage): string | null {
  const isSupported = TARGET.test(url) || (url === '*' && method === 'OPTIONS')
  return isSupported ? null : 'The target of the request is neither a path nor an http or https URL'
}

/** Replaces an absolute-form target (RFC 9112, section 3.2.2) by its path. Its authority replaces the Host header. */
export function normalizeTarget(request: IncomingMessage): void {
  const [, authority, path = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(request.url ?? '') ?? []
  if (authority === undefined) return
  request.url = path.startsWith('/') ? path : `/${path}`
  request.headers.host = authority
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}
