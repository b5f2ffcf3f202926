import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { type Limit, LimitReached, type TargetFailure, targetFailure } from './failures.ts'
import { endpointOf, type RequestTarget, targetOf } from './request-target.ts'

export interface Budget {
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
export interface Ledger {
  /** Takes note of a request; throws `LimitReached` when the job may have no more. */
  admit(kind: 'requests' | 'tunnels'): void
  receive(bytes: number): void
  /** The endpoint can be reached after all: forgets why it could not. */
  succeed(target: RequestTarget): void
  fail(target: RequestTarget, error: unknown): void
  counts(): ProxyCounts
  refusals(): readonly Refusal[]
  /** Why the last attempt to reach the URL's host and port failed; null when it did not. */
  failureOf(url: string): TargetFailure | null
  exceeded(): Limit | null
}

/** `onExceeded` hears of the first limit that is crossed, once. */
export function makeLedger(budget: Budget, onExceeded: (limit: Limit) => void): Ledger {
  const counts = { requests: 0, tunnels: 0, refused: 0, unreachable: 0, bytesReceived: 0 }
  const failures = new Map<string, TargetFailure>()
  const refusals = new Map<string, Refusal>()
  let exceeded: Limit | null = null

  function exceed(limit: Limit): void {
    if (exceeded !== null) return
    exceeded = limit
    onExceeded(limit)
  }

  return {
    admit(kind) {
      if (exceeded === 'bytes') throw new LimitReached('bytes')
      if (counts.requests + counts.tunnels >= budget.maxRequests) {
        exceed('requests')
        throw new LimitReached('requests')
      }
      counts[kind] += 1
    },
    receive(bytes) {
      counts.bytesReceived += bytes
      if (counts.bytesReceived > budget.maxBytes) exceed('bytes')
    },
    succeed: (target) => void failures.delete(endpointOf(target)),
    fail(target, error) {
      const failure = targetFailure(error)
      const endpoint = endpointOf(target)
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
      return (url && failures.get(endpointOf(targetOf(url)))) ?? null
    },
    exceeded: () => exceeded,
  }
}
