import { EgressRefused, Unresolvable } from '#shared/egress/connect/connect-errors.ts'
import type { ProxyUnreachableReason, TargetFailure, TrafficLimit } from '../../tab/tab-proxy.ts'

/** The job has reached a limit of its traffic. */
export class LimitReached extends Error {
  readonly limit: TrafficLimit

  constructor(limit: TrafficLimit) {
    super(`The limit of ${limit} is reached`)
    this.name = 'LimitReached'
    this.limit = limit
  }
}

/** The response must not be relayed to the browser. The message is for the log. */
export class InvalidResponse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidResponse'
  }
}

/** Error codes of Node, of its HTTP parser and of undici's sockets. */
const reasonsByCode: readonly (readonly [RegExp, ProxyUnreachableReason])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'connection_refused'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connection_timeout'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^(HPE_.*|ERR_INVALID_CHAR|ERR_HTTP_INVALID_.*)$/, 'invalid_response'],
]

/** Classifies the error that a request ended with. */
export function toTargetFailure(error: unknown): TargetFailure {
  if (error instanceof EgressRefused) return { kind: 'refused', reason: error.reason, message: error.message }
  if (error instanceof LimitReached) return { kind: 'limited', limit: error.limit }
  const reason = unreachableReason(error)
  return reason === null ? { kind: 'internal', cause: error } : { kind: 'unreachable', reason, cause: error }
}

function unreachableReason(error: unknown): ProxyUnreachableReason | null {
  if (error instanceof Unresolvable) return 'dns_failure'
  if (error instanceof InvalidResponse) return 'invalid_response'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasonsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
