import { answerOf } from '#shared/operations/casing.ts'
import { type BatchBody, type BatchPageBody, batch, batchPage } from '#shared/operations/results/batch.ts'
import type { BatchWait } from '#shared/ports/batch-pace.ts'
import type { BatchPage, BatchRequested, BatchStatus, HostQueue } from '#shared/ports/batches.ts'
import { encodeListCursor } from '../request/list-cursor.ts'
import { waitMessage } from './wait-message.ts'

/** The body that describes a batch: `infra/docs/batches.md#batches`. */
export function statusBody({ requested, pace, hosts, ...status }: BatchStatus): BatchBody {
  return answerOf(batch, {
    ...status,
    ...(requested && requestedOf(requested)),
    ...(pace && { pace: { ...pace, waits: pace.waits.map(inWords) } }),
    ...(hosts && { hosts: hosts.map(withState) }),
  })
}

/** What the batch was asked for, as `POST /batches` takes it. */
function requestedOf({ parameters, crawl, politeness }: BatchRequested) {
  return {
    parameters,
    ...(crawl && { crawl: { seeds: [], ...crawl } }),
    delayMs: politeness?.delayMs ?? null,
    concurrency: politeness?.concurrency ?? null,
  }
}

function inWords(wait: BatchWait) {
  return { ...wait, message: waitMessage(wait, Date.now()) }
}

/** A host rests after it asked for a pause or did not answer; else it runs, or has items that wait. */
function withState(host: HostQueue) {
  const busy = host.running > 0 ? 'running' : 'waiting'
  return { ...host, state: host.restsUntil === null ? busy : 'resting' } as const
}

/** The body of a page of the list of batches. */
export function listBody({ batches, next }: BatchPage): BatchPageBody {
  const cursor = next === null ? null : encodeListCursor(next)
  return answerOf(batchPage, { batches, nextCursor: cursor, next: cursor })
}
