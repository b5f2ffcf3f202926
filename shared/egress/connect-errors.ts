import type { Refused, Unresolved } from './refusals.ts'

/** The policy refuses the connection. The message is the verdict's: fit for clients, without any address. */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  readonly reason: Refused['reason']

  constructor(verdict: Refused) {
    super(verdict.message)
    this.name = 'EgressRefused'
    this.reason = verdict.reason
  }
}

/** The name of the target has no address, or none came in time. The message is the verdict's. */
export class Unresolvable extends Error {
  readonly code = 'UNRESOLVABLE'
  readonly reason: Unresolved['reason']

  constructor(verdict: Unresolved) {
    super(verdict.message)
    this.name = 'Unresolvable'
    this.reason = verdict.reason
  }
}
