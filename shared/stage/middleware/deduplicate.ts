import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { logPosition } from '#shared/messages/events/deferred.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import type { WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Attempt, Middleware } from '#shared/stage/middleware.ts'
import {
  type BatchRecord,
  claimRecord,
  type RecordStore,
  readRecord,
  shortPosition,
  writeRecord,
} from '#shared/store/inspection-record.ts'
import { INSPECTION_TTL } from '#shared/store/keys.ts'
import { isOutcomeStored, readOutcome } from '#shared/store/outcomes.ts'

/** A batch request as it was read from the log. */
export interface BatchRequest {
  readonly inspection: Pick<Inspection, 'id' | 'tenant'>
  /** Its position in the log: see `logPosition`. */
  readonly position: string
  /** The number of its release by the frontier: see `RequestVerifier.lease`. */
  readonly lease: number
}

/** What to do with a batch request: work on it, drop it, or publish the outcome that already exists again. */
export type DuplicateDecision = 'work' | 'drop' | { readonly outcome: Outcome }

/**
 * Decides whether a batch request is processed. Requests with the same id are one inspection, and the first request wins.
 * - Another position in the log: a duplicate, it is dropped.
 * - The same position: a redelivery, it is processed until the inspection has ended.
 * - A later lease: it replaces all earlier releases, since the frontier did not learn of an outcome. The outcome that the
 *   store still has is published again. Without one the work is repeated; its outcome may differ but has the same event
 *   id, so consumers that have the first one drop it.
 * Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable.
 */
export async function checkDuplicate(
  store: RecordStore,
  { inspection: { id, tenant }, position, lease }: BatchRequest,
): Promise<DuplicateDecision> {
  const incoming: BatchRecord = { position: shortPosition(position), lease, ...(tenant && { tenant }) }
  const known = await claimRecord(store, id, incoming)
  if (known === null) return 'work'
  const { lease: knownLease = 1, digest } = known
  if (lease === knownLease && !known.ended && known.position === incoming.position) return 'work'
  if (lease <= knownLease) return 'drop'
  const outcome = await readOutcome(store, id)
  if (outcome !== null) return { outcome }
  await writeRecord(store, id, { ...incoming, ...(digest && { digest }) }, INSPECTION_TTL)
  return 'work'
}

export interface DeduplicateOptions {
  readonly input: WorkStep
  readonly store: RecordStore
  readonly batchResultTtl: number
  readonly verifier: Pick<RequestVerifier, 'lease'>
}

/**
 * After so long a check for duplicates is repeated: the inspection of the record may have ended, or the frontier may have
 * released the same request again with a later lease.
 */
const RECHECK_MS = 60_000

/**
 * Drops duplicates of batch records before any other check, expiry included: a duplicate has no outcome of its own.
 * A redelivery has the same position in the log, a duplicate another one. Events of later stages are checked only when
 * they are old: until then the store still has the outcome, if there is one, and that outcome wins.
 */
export function deduplicate({ input, store, batchResultTtl, verifier }: DeduplicateOptions): Middleware {
  /** When each batch request was last checked: a throttled request is not checked at every attempt. */
  const checkedAt = new WeakMap<LogRecord, number>()

  async function checkRequest({ record, event, inspection }: Attempt): Promise<DuplicateDecision> {
    const now = Date.now()
    if (now - (checkedAt.get(record) ?? 0) < RECHECK_MS) return 'work'
    const request = { inspection, position: logPosition(record), lease: await verifier.lease(record, event) }
    const decision = await retryWhileUnavailable(() => checkDuplicate(store, request))
    if (decision === 'work') checkedAt.set(record, now)
    return decision
  }

  async function checkLater({ record, inspection }: Attempt): Promise<DuplicateDecision> {
    if (isOutcomeStored(record.timestamp, batchResultTtl)) return 'work'
    const known = await retryWhileUnavailable(() => readRecord(store, inspection.id))
    return known?.ended ? 'drop' : 'work'
  }

  const check = input === 'inspection.requested' ? checkRequest : checkLater
  return (next) => async (attempt) => {
    const decision = attempt.inspection.lane === 'batch' ? await check(attempt) : 'work'
    if (decision === 'work') return next(attempt)
    if (decision === 'drop') return { done: 'duplicate', code: null }
    return { next: [outcomeRecord(attempt.inspection, decision.outcome)] }
  }
}
