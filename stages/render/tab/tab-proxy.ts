import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'

/** The limits of the traffic of one job. */
export type TrafficLimit = 'bytes' | 'requests' | 'connections'

/** Why the proxy could not read a target: `details.reason` of `URL_UNREACHABLE`. TLS errors are seen by the browser alone. */
export type ProxyUnreachableReason =
  | 'dns_failure'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_reset'
  | 'invalid_response'

/** Why a request failed, where the browser does not know the reason. Holds no address; `cause` is for the log only. */
export type TargetFailure =
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'unreachable'; readonly reason: ProxyUnreachableReason; readonly cause: unknown }
  | { readonly kind: 'limited'; readonly limit: TrafficLimit }
  /** The target is not the reason: for example, no file descriptor is left. */
  | { readonly kind: 'internal'; readonly cause: unknown }

/** What the browser of one job has requested so far. */
export interface ProxyCounts {
  readonly requests: number
  readonly tunnels: number
  /** By the egress policy. */
  readonly refused: number
  readonly unreachable: number
  /** From targets, on the wire. */
  readonly bytesReceived: number
}

export interface Refusal {
  readonly host: string
  readonly port: number
  readonly reason: RefusalReason
}

/** The only way to the network that a tab has: each request passes the egress policy and counts for the job. */
export interface TabProxy {
  counts(): ProxyCounts
  refusals(): readonly Refusal[]
  /** Why the last attempt to reach the host and port of the URL failed; null when it succeeded. */
  failureOf(url: string): TargetFailure | null
  /** The first limit that the job has exceeded; null when it has exceeded none. */
  exceeded(): TrafficLimit | null
  /** From this call on, rejects each request and each tunnel whose URL satisfies `isBlocked`. Of a tunnel only the origin is known. */
  block(isBlocked: (url: string) => boolean): void
}
