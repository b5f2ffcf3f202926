import { EgressRefused, Unresolvable } from '#shared/egress/connect/connect-errors.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'

/** The bounds of one job's traffic. */
export type TrafficLimit = 'bytes' | 'requests' | 'connections'

/** Why a target could not be read: `details.reason` of `URL_UNREACHABLE`. TLS is between browser and target alone. */
export type UnreachableReason =
  | 'dns_failure'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_reset'
  | 'invalid_response'

/** What the browser can't say about a request that failed. Holds no address; `cause` is for the log alone. */
export type TargetFailure =
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason; readonly cause: unknown }
  | { readonly kind: 'limited'; readonly limit: TrafficLimit }
  /** No matter of the target, such as no more file descriptors. */
  | { readonly kind: 'internal'; readonly cause: unknown }

/** The job has used up what it may. */
export class LimitReached extends Error {
  readonly limit: TrafficLimit

  constructor(limit: TrafficLimit) {
    super(`The limit of ${limit} is reached`)
    this.name = 'LimitReached'
    this.limit = limit
  }
}

/** The answer is none that may be passed on. The message is for the log. */
export class InvalidResponse extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidAnswer'
  }
}

/** Error codes of Node, its HTTP parser and undici's sockets. */
const reasonsByCode: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'connection_refused'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connection_timeout'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^(HPE_.*|ERR_INVALID_CHAR|ERR_HTTP_INVALID_.*)$/, 'invalid_response'],
]

/** Whatever a request ended with, in terms that the render stage can answer with. */
export function toTargetFailure(error: unknown): TargetFailure {
  if (error instanceof EgressRefused) return { kind: 'refused', reason: error.reason, message: error.message }
  if (error instanceof LimitReached) return { kind: 'limited', limit: error.limit }
  const reason = unreachableReason(error)
  return reason === null ? { kind: 'internal', cause: error } : { kind: 'unreachable', reason, cause: error }
}

function unreachableReason(error: unknown): UnreachableReason | null {
  if (error instanceof Unresolvable) return 'dns_failure'
  if (error instanceof InvalidResponse) return 'invalid_response'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasonsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
