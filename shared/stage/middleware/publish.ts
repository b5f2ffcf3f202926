import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { failureOutcome, resultOutcome } from '#shared/messages/events/outcome.ts'
import { logUnexpectedError } from '#shared/stage/middleware/retry.ts'
import { abandoned, type Middleware } from '#shared/stage/middleware.ts'
import type { Publisher } from '#shared/stage/publisher.ts'

interface ResultOptions {
  readonly publisher: Publisher
  isStopped(): boolean
}

/** Appends the events for the next stage, or ends the inspection with its result. Rejects as the publisher does. */
export function publishResult({ publisher, isStopped }: ResultOptions): Middleware {
  return (next) => async (attempt) => {
    const effect = await next(attempt)
    if (isStopped()) return abandoned
    if ('next' in effect) {
      await publisher.append(effect.next)
      return { done: 'forwarded', code: null }
    }
    if (!('resultJson' in effect)) return effect
    const { inspection, resultJson, storedBytes = 0, siteFacts = null } = effect
    const about = { storedBytes, siteFacts }
    await publisher.complete(attempt.inspection, resultOutcome(inspection, resultJson, effect), about)
    return { done: 'completed', code: null }
  }
}

interface FailureOptions {
  readonly stage: string
  readonly publisher: Pick<Publisher, 'complete'>
  readonly logger: Log
  readonly maxAttempts: number
}

/**
 * Ends the inspection with its failure. Rejects when the failure cannot be published; after the last attempt the record is
 * a dead letter.
 */
export function publishFailure({ stage, publisher, logger, maxAttempts }: FailureOptions): Middleware {
  return (next) => async (attempt) => {
    const effect = await next(attempt)
    if (!('failure' in effect)) return effect
    const { failure } = effect
    try {
      await publisher.complete(attempt.inspection, failureOutcome(attempt.inspection, stage, failure))
      return { done: 'failed', code: failure.code }
    } catch (error) {
      if (isUnavailable(error) || attempt.count + 1 < maxAttempts) throw error
      logUnexpectedError({ stage, logger }, attempt, error, 'a failure could not be published')
      return { deadLetter: 'the failure of this request could not be published' }
    }
  }
}
