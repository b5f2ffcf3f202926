import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import { factsRecord } from '#shared/messages/payloads/item-facts.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { completeBatch } from '#shared/stage/complete-batch.ts'
import { completeInteractive, INTERACTIVE_MAX_WAIT_MS } from '#shared/stage/complete-interactive.ts'
import { type LargeOutcomes, readyOutcome } from '#shared/stage/ready-outcome.ts'
import type { Work } from '#shared/stage/stage-handler.ts'
import { countStoredBytes } from '#shared/store/stored-bytes.ts'

export interface PublisherOptions extends LargeOutcomes {
  readonly log: EventLog
  readonly store: KeyValues
  readonly objects: ObjectStore
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
   * `siteFacts`: what a report on the site needs of the page; on the batch lane they are in the log before the outcome that
   * names their place.
   * Batch work waits for an unavailable object store; interactive work rejects with `SERVICE_UNAVAILABLE` after
   * `INTERACTIVE_MAX_WAIT_MS`, since a caller waits.
   */
  complete(inspection: Inspection, outcome: Outcome, about?: CompletionDetails): Promise<boolean>
}

export interface CompletionDetails {
  readonly storedBytes?: number
  readonly siteFacts?: string | null
}

/** A publisher that stores each outcome before it publishes it. */
export function makePublisher(options: PublisherOptions): Publisher {
  const append = (records: readonly NewRecord[]) => retryWhileUnavailable(() => options.log.append(records))

  /** With the place of the facts. Each attempt appends them anew: the outcome that wins names a place of its own. */
  async function withFacts(inspection: Inspection, outcome: Outcome, facts: string | null): Promise<Outcome> {
    if (facts === null) return outcome
    const [place] = await append([factsRecord(inspection, facts)])
    if (place === undefined) return outcome
    const { partition, offset } = place
    return { ...outcome, factsAt: { partition, offset } }
  }

  return {
    async append(records) {
      if (records.length > 0) await append(records)
    },
    async complete(inspection, outcome, { storedBytes = 0, siteFacts = null } = {}) {
      if (inspection.lane === 'interactive')
        return completeInteractive({ ...options, append }, inspection, outcome, storedBytes)
      const ready = await retryWhileUnavailable(() => readyOutcome(options, outcome))
      const publish = async (first: Outcome) => {
        const bytes = storedBytes + ready.objectBytes
        await retryWhileUnavailable(() => countStoredBytes(options.store, inspection.tenant, bytes))
        await append([outcomeRecord(inspection, first)])
      }
      const withPlace = await withFacts(inspection, ready.outcome, siteFacts)
      return completeBatch({ ...options, publish }, inspection, withPlace)
    },
  }
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
