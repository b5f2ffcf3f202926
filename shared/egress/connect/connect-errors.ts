import type { Refused, Unresolved } from '../policy/refusals.ts'

/** The policy refuses the connection. The message is the verdict's: fit for clients, without any address. */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  readonly reason: Refused['reason']

  constructor(decision: Refused) {
    super(decision.message)
    this.name = 'EgressRefused'
    this.reason = decision.reason
  }
}

/** The name of the target has no address, or none came in time. The message is the verdict's. */
export class Unresolvable extends Error {
  readonly code = 'UNRESOLVABLE'
  readonly reason: Unresolved['reason']

  constructor(decision: Unresolved) {
    super(decision.message)
    this.name = 'Unresolvable'
    this.reason = decision.reason
  }
}
