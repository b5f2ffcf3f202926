import { EgressRefused, Unresolvable } from '#shared/egress/connect/guarded-connector.ts'
import type { ProxyUnreachableReason, Refusal, TargetFailure, TrafficLimit } from '../../tab/tab.ts'
import { type RequestTarget, toEndpoint, toRequestTarget } from './request-target.ts'

export interface TrafficBudget {
  /** Bytes received from targets on the wire, including headers and TLS. */
  readonly maxBytes: number
  /** Plain requests and tunnels. Requests inside a tunnel cannot be counted. */
  readonly maxRequests: number
}

/** The traffic of one job: what its browser requested and received, and why requests failed. */
export type TrafficAccount = ReturnType<typeof makeTrafficAccount>

/** Calls `onExceeded` once, with the first limit that is exceeded. */
export function makeTrafficAccount(budget: TrafficBudget, onExceeded: (limit: TrafficLimit) => void) {
  const counts = { requests: 0, tunnels: 0, refused: 0, unreachable: 0, bytesReceived: 0 }
  const failures = new Map<string, TargetFailure>()
  const refusals = new Map<string, Refusal>()
  let exceeded: TrafficLimit | null = null

  function exceed(limit: TrafficLimit): void {
    if (exceeded !== null) return
    exceeded = limit
    onExceeded(limit)
  }

  return {
    /** Counts a request; throws `LimitReached` when the job has used up its requests or bytes. */
    admitRequest(kind: 'requests' | 'tunnels'): void {
      if (exceeded === 'bytes') throw new LimitReached('bytes')
      if (counts.requests + counts.tunnels >= budget.maxRequests) {
        exceed('requests')
        throw new LimitReached('requests')
      }
      counts[kind] += 1
    },
    addReceivedBytes(bytes: number): void {
      counts.bytesReceived += bytes
      if (counts.bytesReceived > budget.maxBytes) exceed('bytes')
    },
    /** The endpoint was reached: forgets its last failure. */
    recordSuccess: (target: RequestTarget) => void failures.delete(toEndpoint(target)),
    recordFailure(target: RequestTarget, error: unknown): void {
      const failure = toTargetFailure(error)
      const endpoint = toEndpoint(target)
      if (failures.size < budget.maxRequests) failures.set(endpoint, failure)
      if (failure.kind === 'unreachable') counts.unreachable += 1
      if (failure.kind !== 'refused') return
      counts.refused += 1
      refusals.set(endpoint, { host: target.host, port: target.port, reason: failure.reason })
    },
    counts: () => ({ ...counts }),
    refusals: () => [...refusals.values()],
    failureOf(text: string): TargetFailure | null {
      const url = URL.parse(text)
      return (url && failures.get(toEndpoint(toRequestTarget(url)))) ?? null
    },
    exceeded: () => exceeded,
  }
}

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
  override readonly name = 'InvalidResponse'
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
