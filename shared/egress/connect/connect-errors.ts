import type { Refused, Unresolved } from '../policy/target-decision.ts'

/**
 * The policy refuses the connection. The message is that of the decision: fit for clients, without addresses.
 */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  readonly reason: Refused['reason']

  constructor(decision: Refused) {
    super(decision.message)
    this.name = 'EgressRefused'
    this.reason = decision.reason
  }
}

/**
 * The name of the target has no address, or the DNS did not answer in time. The message is that of the
 * decision.
 */
export class Unresolvable extends Error {
  readonly code = 'UNRESOLVABLE'
  readonly reason: Unresolved['reason']

  constructor(decision: Unresolved) {
    super(decision.message)
    this.name = 'Unresolvable'
    this.reason = decision.reason
  }
}
