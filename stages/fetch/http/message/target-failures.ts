import { EgressRefused, Unresolvable } from '#shared/egress/connect/guarded-connector.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { Failure } from '#shared/errors.ts'

/** Why a target could not be read: `details.reason` of `URL_UNREACHABLE`. */
const unreachableReasons = {
  dns_failure: 'The name of the target could not be resolved',
  connection_refused: 'The target refused the connection',
  connection_reset: 'The target closed the connection before the answer was complete',
  connection_timeout: 'The target did not accept the connection in time',
  tls_error: 'No secure connection to the target could be made',
  too_many_redirects: 'The target redirects too often',
  invalid_response: 'The target gave an answer that is not valid HTTP or cannot be decoded',
} as const
export type UnreachableReason = keyof typeof unreachableReasons

/**
 * The response breaks the protocol in a way that the HTTP parser does not detect. The message is for the log.
 */
export class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
}

/** Makes the failure `URL_UNREACHABLE`. */
export function unreachable(url: string, reason: UnreachableReason, cause?: unknown): Failure {
  return new Failure('URL_UNREACHABLE', unreachableReasons[reason], {
    details: { url, reason, status_code: null },
    cause,
  })
}

/** Makes the failure `URL_UNREACHABLE` of a target that answers with an error status. */
export function errorStatus(url: string, status: number): Failure {
  return new Failure('URL_UNREACHABLE', `The target answers with status ${status}`, {
    details: { url, reason: 'http_error', status_code: status },
  })
}

/** `url` is the URL of the caller, even where a redirect led to the refused target. */
export function refused(url: string, reason: RefusalReason, message: string, cause?: unknown): Failure {
  return new Failure('INVALID_URL', message, { details: { url, reason }, cause })
}

/** Makes the failure of a body over the limit of bytes, or of a decompression bomb: `RESPONSE_TOO_LARGE`. */
export function tooLarge(url: string, limitBytes: number, isBomb = false): Failure {
  const fault = isBomb ? 'decompresses to too many times its size' : `exceeds ${limitBytes} bytes`
  const details = { url, limit_bytes: limitBytes }
  return new Failure('RESPONSE_TOO_LARGE', `The answer of the target ${fault}`, { details })
}

/** Makes the failure `TIMEOUT`. */
export function timedOut(url: string, timeoutMs: number): Failure {
  return new Failure('TIMEOUT', `The target did not answer completely within ${timeoutMs} ms`, {
    details: { url, timeout_ms: timeoutMs },
  })
}

/** Error codes of Node, OpenSSL, undici and its HTTP/1 parser. The first line that matches counts. */
const reasonOfCode: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_[A-Z]+)$/, 'dns_failure'],
  [/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'connection_refused'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connection_timeout'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO)$/, 'connection_reset'],
  // The body is shorter than its length or its chunks say, and the response announced the end of the
  // connection.
  [/^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/, 'connection_reset'],
  [/^ERR_HTTP2_(STREAM_ERROR|SESSION_ERROR|STREAM_CANCEL|GOAWAY_SESSION)$/, 'connection_reset'],
  [
    /CERT|SELF_SIGNED|^(EPROTO|UNABLE_TO_|ERR_(SSL|TLS)_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/,
    'tls_error',
  ],
  [/^(HPE_|UND_ERR_(?!DESTROYED|CLOSED|ABORTED)|ERR_HTTP2_)/, 'invalid_response'],
]

function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return ''
  const { code, name, message } = first as NodeJS.ErrnoException
  // undici's parser error has a code for some of its reasons only.
  if (name === 'HTTPParserError')
    return message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_'
  return String(code ?? '')
}

/** Maps a network or protocol error to its reason. Null for any other error. */
export function toUnreachableReason(error: unknown): UnreachableReason | null {
  if (error instanceof InvalidResponse) return 'invalid_response'
  if (error instanceof Unresolvable) return 'dns_failure'
  const code = codeOf(error)
  return reasonOfCode.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

/**
 * Maps the error of a request to the failure that the contract defines. An error that the target has not
 * caused is returned unchanged.
 */
export function toFailure(error: unknown, url: string): unknown {
  if (error instanceof Failure) return error
  if (error instanceof EgressRefused) return refused(url, error.reason, error.message, error)
  const reason = toUnreachableReason(error)
  return reason === null ? error : unreachable(url, reason, error)
}
