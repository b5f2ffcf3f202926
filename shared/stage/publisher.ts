import { createHash } from 'node:crypto'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { factsRecord } from '#shared/messages/payloads/item-facts.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { Work } from '#shared/stage/stage-handler.ts'
import {
  type InspectionRecord,
  markEnded,
  outcomeDigest,
  readRecord,
} from '#shared/store/inspection-record.ts'
import { claimOutcome, dropOutcome, isOutcomeStored } from '#shared/store/outcomes.ts'
import { countStoredBytes } from '#shared/store/stored-bytes.ts'

export interface PublisherOptions {
  readonly log: EventLog
  readonly store: KeyValues
  readonly objects: ObjectStore
  /** Base of the links to large values. */
  publicUrl(): string
  /** Seconds that the store keeps the outcome of a batch request. */
  readonly batchResultTtl: number
  /** Seconds that the log keeps outcomes. The store remembers the end of a batch request as long. */
  readonly outcomeTtl: number
}

export interface Publisher {
  /** Appends records. Waits while the log is unavailable, since their work is already done. */
  append(records: readonly NewRecord[]): Promise<void>
  /**
   * Ends the inspection with an outcome. The first outcome wins: it is stored before it is published, and every later call
   * (a redelivery, another process, the deadline) publishes that first outcome again. Answers whether this outcome won.
   * When the store has dropped the outcome of a batch request that ended, no other outcome is published.
   * `storedBytes` (default: 0) of images count against the owner's limit; so does an outcome that is stored as an object.
   * `receivedAt`: when the record whose work ends was written to the log, in milliseconds since the epoch; it saves a
   * command of batch items that end soon. Absent = unknown. `siteFacts`: what a report on the site needs of the page; on
   * the batch lane they are in the log before the outcome that names their place.
   * Batch work waits for an unavailable object store; interactive work rejects with `SERVICE_UNAVAILABLE` after
   * `INTERACTIVE_MAX_WAIT_MS`, since a caller waits.
   */
  complete(inspection: Inspection, outcome: Outcome, about?: CompletionDetails): Promise<boolean>
}

export interface CompletionDetails {
  readonly storedBytes?: number
  readonly receivedAt?: number
  readonly siteFacts?: string | null
}

/** An interactive caller gets an error within this time when a backing service is unavailable; batch work waits for it. */
export const INTERACTIVE_MAX_WAIT_MS = 1000
/** Outcomes of more bytes travel by reference (claim check). */
const CLAIM_CHECK_BYTES = 256 * 1024
const DAY_SECONDS = 86_400

/** A publisher that stores each outcome before it publishes it. */
export function makePublisher(options: PublisherOptions): Publisher {
  const append = (records: readonly NewRecord[]) => retryWhileUnavailable(() => options.log.append(records))

  /** With the place of the facts. Each attempt appends them anew: the outcome that wins names a place of its own. */
  async function withFacts(inspection: Inspection, outcome: Outcome, facts: string | null): Promise<Outcome> {
    if (facts === null || inspection.lane !== 'batch') return outcome
    const [place] = await append([factsRecord(inspection, facts)])
    if (place === undefined) return outcome
    const { partition, offset } = place
    return { ...outcome, factsAt: { partition, offset } }
  }

  return {
    async append(records) {
      if (records.length > 0) await append(records)
    },
    async complete(inspection, outcome, { storedBytes = 0, receivedAt, siteFacts = null } = {}) {
      const isBatch = inspection.lane === 'batch'
      const retry = isBatch ? {} : { maxWaitMs: INTERACTIVE_MAX_WAIT_MS }
      const sized = await retryWhileUnavailable(() => storeIfLarge(options, outcome), retry)
      const stored = await withFacts(inspection, sized, siteFacts)
      const ttl = isBatch ? options.batchResultTtl : DAY_SECONDS
      const claim = () =>
        Promise.all([
          claimOutcome(options.store, inspection.id, stored, ttl),
          isBatch && needsRecord(options, inspection.id, receivedAt)
            ? readRecord(options.store, inspection.id)
            : null,
        ])
      const [{ first, isFirst }, record] = await retryWhileUnavailable(claim)
      if (record?.ended && isFirst && record.digest !== outcomeDigest(stored)) {
        // The store dropped the first outcome, but the log still has it.
        await retryWhileUnavailable(() => dropOutcome(options.store, inspection.id))
        return false
      }
      const bytes = storedBytes + (sized === outcome ? 0 : Buffer.byteLength(outcome.json))
      await retryWhileUnavailable(() => countStoredBytes(options.store, inspection.tenant, bytes))
      await append([outcomeRecord(inspection, first)])
      if (isBatch) await recordEnd(options, inspection, record, first)
      return isFirst
    },
  }
}

/**
 * Whether the record tells something that is not known. If a batch item has ended already, the store still has the first
 * outcome, unless that was long ago. The record of any other request has its lease as well.
 */
function needsRecord(
  { batchResultTtl }: PublisherOptions,
  id: string,
  receivedAt: number | undefined,
): boolean {
  return !isItemId(id) || receivedAt === undefined || !isOutcomeStored(receivedAt, batchResultTtl)
}

/** Records the end of a batch request with the digest of its outcome. */
async function recordEnd(
  { store, outcomeTtl }: PublisherOptions,
  { id, tenant }: Inspection,
  record: InspectionRecord | null,
  outcome: Outcome,
): Promise<void> {
  const { lease } = record ?? {}
  const ended = { id, outcome, ...(tenant && { tenant }), ...(lease && { lease }) }
  await retryWhileUnavailable(() => markEnded(store, ended, outcomeTtl))
}

/** Puts a large outcome into the object store; answers the outcome to publish. */
async function storeIfLarge({ objects, publicUrl }: PublisherOptions, outcome: Outcome): Promise<Outcome> {
  const body = Buffer.from(outcome.json)
  if (body.length <= CLAIM_CHECK_BYTES) return outcome
  const file = `${createHash('sha256').update(body).digest('hex')}.json`
  await objects.put(`bodies/${file}`, body, 'application/json')
  return { ...outcome, json: '', dataref: `${publicUrl()}/bodies/${file}` }
}

/**
 * A `put` that retries while the object store is unavailable, so that the work need not be repeated and no site is asked
 * again. Batch work retries until it expires. Interactive work rejects with `SERVICE_UNAVAILABLE` after
 * `INTERACTIVE_MAX_WAIT_MS`, since a caller waits.
 */
export function putWithRetry(
  objects: Pick<ObjectStore, 'put'>,
  { lane, signal }: Pick<Work, 'lane' | 'signal'>,
): PutObject {
  const options = lane === 'batch' ? { signal } : { signal, maxWaitMs: INTERACTIVE_MAX_WAIT_MS }
  return (...object) => retryWhileUnavailable(() => objects.put(...object), options)
}
