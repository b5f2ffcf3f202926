import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { type RequestTarget, toEndpoint, toRequestTarget } from './request-target.ts'
import { LimitReached, type TargetFailure, type TrafficLimit, toTargetFailure } from './target-failures.ts'

export interface TrafficBudget {
  /** Bytes received from targets on the wire, headers and TLS included. */
  readonly maxBytes: number
  /** Plain requests and tunnels; what goes through a tunnel can't be counted. */
  readonly maxRequests: number
}

/** What one job's browser has asked for so far. */
export interface ProxyCounts {
  readonly requests: number
  readonly tunnels: number
  /** By the policy. */
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

/** One job's account: what its browser asked for and got, and why it did not. */
export interface TrafficAccount {
  /** Takes note of a request; throws `LimitReached` when the job may have no more. */
  admitRequest(kind: 'requests' | 'tunnels'): void
  addReceivedBytes(bytes: number): void
  /** The endpoint can be reached after all: forgets why it could not. */
  recordSuccess(target: RequestTarget): void
  recordFailure(target: RequestTarget, error: unknown): void
  counts(): ProxyCounts
  refusals(): readonly Refusal[]
  /** Why the last attempt to reach the URL's host and port failed; null when it did not. */
  failureOf(url: string): TargetFailure | null
  exceeded(): TrafficLimit | null
}

/** `onExceeded` hears of the first limit that is crossed, once. */
export function makeTrafficAccount(
  budget: TrafficBudget,
  onExceeded: (limit: TrafficLimit) => void,
): TrafficAccount {
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
    admitRequest(kind) {
      if (exceeded === 'bytes') throw new LimitReached('bytes')
      if (counts.requests + counts.tunnels >= budget.maxRequests) {
        exceed('requests')
        throw new LimitReached('requests')
      }
      counts[kind] += 1
    },
    addReceivedBytes(bytes) {
      counts.bytesReceived += bytes
      if (counts.bytesReceived > budget.maxBytes) exceed('bytes')
    },
    recordSuccess: (target) => void failures.delete(toEndpoint(target)),
    recordFailure(target, error) {
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
    failureOf(text) {
      const url = URL.parse(text)
      return (url && failures.get(toEndpoint(toRequestTarget(url)))) ?? null
    },
    exceeded: () => exceeded,
  }
}
