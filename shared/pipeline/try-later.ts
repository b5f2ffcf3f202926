import type { Failure } from '#shared/errors.ts'

/**
 * The target itself asks to come back later: the work rests for `inMs` without holding a slot, as often as a step is
 * tried, and then ends with the failure. A reason for the batch lane alone: an interactive caller doesn't wait so long.
 */
export class TryLater extends Error {
  readonly failure: Failure
  readonly inMs: number

  constructor(failure: Failure, inMs: number) {
    super(`to be tried again in ${inMs} ms: ${failure.message}`, { cause: failure })
    this.name = 'TryLater'
    this.failure = failure
    this.inMs = inMs
  }
}
