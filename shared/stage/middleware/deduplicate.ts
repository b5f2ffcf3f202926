import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { logPosition } from '#shared/messages/events/deferred.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { outcomeRecord } from '#shared/messages/events/outcome.ts'
import type { WorkStep } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Attempt, DuplicateDecision, Middleware } from '#shared/stage/middleware.ts'
import { placeOfItem, readItemOutcome } from '#shared/store/batch-items.ts'
import {
  type BatchRecord,
  claimRecord,
  type RecordStore,
  readRecord,
  reopenItem,
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
  /** Of requests of feeders: see `requestIdentity`. */
  readonly request?: string
}

/** The record of the request while it runs. */
export function batchRecordOf({
  inspection: { tenant },
  position,
  lease,
  request,
}: BatchRequest): BatchRecord {
  return { position: shortPosition(position), lease, ...(tenant && { tenant }), ...(request && { request }) }
}

/**
 * Decides whether a batch request is processed. Requests with the same id are one inspection, and the first request wins.
 * - Another position in the log: a duplicate, it is dropped.
 * - The same position: a redelivery, it is processed until the inspection has ended. An outcome that the store has already is
 *   the one that is published.
 * - A later lease: it replaces all earlier releases, since the frontier did not learn of an outcome, or has lost what it knew. The
 *   outcome that the store still has is published again. Without one the work is repeated; its outcome may differ but has the
 *   same event id, so consumers that have the first one drop it.
 * Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable.
 */
export async function checkDuplicate(store: RecordStore, request: BatchRequest): Promise<DuplicateDecision> {
  const known = await claimRecord(store, request.inspection.id, batchRecordOf(request))
  return known === null ? 'work' : decideDuplicate(store, request, known)
}

/** As `checkDuplicate`, for a request whose id has the record `known`. */
export async function decideDuplicate(
  store: RecordStore,
  request: BatchRequest,
  known: BatchRecord,
): Promise<DuplicateDecision> {
  const [{ id }, { lease }, incoming] = [request.inspection, request, batchRecordOf(request)]
  const { lease: knownLease = 1, digest } = known
  if (lease === knownLease && !known.ended && known.position === incoming.position) return 'work'
  if (lease <= knownLease) return 'drop'
  const place = placeOfItem(id)
  const outcome = await (place === null ? readOutcome(store, id) : readItemOutcome(store, id, place))
  if (outcome !== null) return { outcome }
  if (known.ended) await reopenItem(store, id)
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
 * they are old: until then the store still has the outcome, if there is one, and that outcome wins. Of a batch item that has
 * ended no outcome is published; the check saves its work.
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
    const { decision: decided, inspection } = attempt
    const decision = decided ?? (inspection.lane === 'batch' ? await check(attempt) : 'work')
    if (decision === 'work') return next(attempt)
    if (decision === 'drop') return { done: 'duplicate', code: null }
    return { next: [outcomeRecord(attempt.inspection, decision.outcome)] }
  }
}
