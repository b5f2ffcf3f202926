import { Failure } from '#shared/errors.ts'
import type { HostPermit } from '#shared/politeness/host-rate-limiter.ts'

/** When requests may be sent. */
export interface PermitSource {
  /**
   * The turn to send one request to the URL's host. Rejects with ThrottledError when it has not come, with `NoTurn` when none will
   * come, with the signal's reason where it waits and the signal is aborted.
   */
  acquire(url: string, signal: AbortSignal): Promise<HostPermit>
}

/** The request was not sent, and will not be for a while: it says nothing new of the target. */
export class PermitDenied extends Failure {
  constructor({ code, message, details }: Failure) {
    super(code, message, details === null ? {} : { details })
    this.name = 'PermitDenied'
  }
}
