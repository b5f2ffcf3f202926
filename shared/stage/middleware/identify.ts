import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { asInspection } from '#shared/messages/request-ids.ts'
import type { WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { type Admission, admitRequest, NO_FREE_ID } from '#shared/stage/admit-request.ts'
import { logUnexpectedError } from '#shared/stage/middleware/retry.ts'
import type { RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Attempt, Middleware } from '#shared/stage/middleware.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import type { RecordStore } from '#shared/store/inspection-record.ts'

export interface IdentifyOptions {
  readonly input: WorkStep
  readonly store: RecordStore
  readonly verifier: Pick<RequestVerifier, 'lease'>
  readonly describe: StageHandler['describe']
  readonly stage: string
  readonly logger: Log
  readonly maxAttempts: number
}

/** After so long a request is admitted again: its inspection may have ended, or the frontier may have released it again. */
const READMIT_MS = 60_000

/**
 * Gives a feeder's request its inspection id, which is not its own where another source has that: every outcome of it, a
 * failure or a repeat, then has this id. Other records pass. A request that cannot be given one is a dead letter: at once
 * when none is free, and after the last attempt when the store fails unexpectedly. Until then it rejects.
 */
export function identify(options: IdentifyOptions): Middleware {
  const { input, store, verifier, describe } = options
  /** Requests that are worked on: a throttled one is not admitted at every attempt. */
  const working = new WeakMap<LogRecord, { readonly admission: Admission; readonly at: number }>()

  async function admit({ record, event }: Attempt): Promise<Admission | { readonly deadLetter: string }> {
    const now = Date.now()
    const known = working.get(record)
    if (known !== undefined && now - known.at < READMIT_MS) return known.admission
    const admission = await retryWhileUnavailable(() => admitRequest(store, verifier, record, event))
    if (admission?.decision === 'work') working.set(record, { admission, at: now })
    return admission ?? { deadLetter: NO_FREE_ID }
  }

  const isFed = ({ lane, event }: Attempt) =>
    input === 'inspection.requested' && lane === 'batch' && !isItemId(event.id)

  return (next) => async (attempt) => {
    if (!isFed(attempt)) return next(attempt)
    const admission = await admit(attempt).catch((error: unknown) => giveUp(options, attempt, error))
    if ('deadLetter' in admission) return admission
    const { id, decision } = admission
    const event = asInspection(attempt.event, id)
    return next({ ...attempt, event, inspection: describe(event, attempt.lane), decision })
  }
}

function giveUp(options: IdentifyOptions, attempt: Attempt, error: unknown): { readonly deadLetter: string } {
  if (attempt.count + 1 < options.maxAttempts) throw error
  logUnexpectedError(options, attempt, error, 'a request could not be given its inspection id')
  return { deadLetter: 'this request could not be given its inspection id' }
}
