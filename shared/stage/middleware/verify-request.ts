import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import {
  hasSeal,
  hasValidSeal,
  isItemId,
  isReleasedAgain,
  verifiedLease,
} from '#shared/messages/events/seal.ts'
import type { WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { Middleware } from '#shared/stage/middleware.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'

export type RequestVerifier = ReturnType<typeof makeRequestVerifier>

/**
 * Removes unverified claims from batch requests, since external producers write to the same topic as the batch part. A
 * forged id of a batch item is a dead letter.
 */
export function verifyRequests(
  input: WorkStep,
  verifier: Pick<RequestVerifier, 'verify'>,
  describe: StageHandler['describe'],
): Middleware {
  return (next) => async (attempt) => {
    if (input !== 'inspection.requested' || attempt.lane !== 'batch') return next(attempt)
    const event = await verifier.verify(attempt.record, attempt.event)
    if (event === null) return { deadLetter: FORGED_ITEM_ID }
    return next({ ...attempt, event, inspection: describe(event, attempt.lane) })
  }
}

/** The reason of the dead letter for an unsealed record with the id of a batch item. */
export const FORGED_ITEM_ID = 'the id is that of a batch item, and the request is not from the batch part'
/** A secret that does not match is read again, but at most once in this time: forged records must not flood the store. */
const REREAD_MS = 1000
/** A running batch part writes its secret again within less time after the store lost it. Until then no seal is accepted. */
const SECRET_LOSS_MS = 30_000

/**
 * Distinguishes requests of the batch part from those of external producers on the same topic, by the secret that the batch
 * part keeps in the store.
 */
export function makeRequestVerifier(store: Pick<KeyValues, 'get'>) {
  let secret: string | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let lostAt: number | null = null

  async function reread(): Promise<void> {
    if (performance.now() - readAt < REREAD_MS) return
    secret = await store.get(SEAL_SECRET_KEY)
    readAt = performance.now()
    if (secret !== null) lostAt = null
  }

  /** Runs the check with the known secret, then with one that is read again; null = the check fails with both. */
  async function checkWithSecret<T>(check: (known: string) => T | null): Promise<T | null> {
    const before = secret === null ? null : check(secret)
    if (before !== null) return before
    await reread()
    if (secret !== null) return check(secret)
    lostAt ??= performance.now()
    if (performance.now() - lostAt < SECRET_LOSS_MS) throw unavailable('store')
    return null
  }

  return {
    /**
     * The event without unverified claims: an event that the batch part did not seal loses its tenant and manners. Null for
     * an unsealed event with the id of a batch item. Waits while the secret cannot be read.
     */
    async verify(record: LogRecord, event: CloudEvent): Promise<CloudEvent | null> {
      const { tenant, politeness, ...attributes } = event.attributes
      const isClaim = isItemId(event.id)
      if (tenant === undefined && politeness === undefined && !isClaim) return event
      const isGenuine = (known: string) => (hasValidSeal(record, event, known) ? true : null)
      if (hasSeal(record) && (await retryWhileUnavailable(() => checkWithSecret(isGenuine))) === true)
        return event
      return isClaim ? null : { ...event, attributes }
    },
    /** The number of the record's release by the frontier, from 1; 1 for records of others. Waits while the secret cannot be read. */
    async lease(record: LogRecord, { id }: Pick<CloudEvent, 'id'>): Promise<number> {
      if (!isReleasedAgain(record)) return 1
      return (
        (await retryWhileUnavailable(() => checkWithSecret((known) => verifiedLease(record, id, known)))) ?? 1
      )
    },
  }
}
