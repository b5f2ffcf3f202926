import type { BatchPace, BatchWait } from '#shared/ports/batch-pace.ts'
import type {
  BatchPage,
  BatchRequested,
  BatchStatus,
  BatchSummary,
  CrawlRules,
  HostQueue,
} from '#shared/ports/batches.ts'
import { encodeListCursor } from '../request/list-cursor.ts'
import { waitMessage } from './wait-message.ts'

/** The body that describes a batch: `infra/docs/contract.md#batches`. */
export function statusBody({ rejected, hosts, pace, requested, ...summary }: BatchStatus) {
  const { id, operation, source, first_url, state, counts, created_at, finished_at } = summaryBody(summary)
  return {
    ...{ id, operation, source, first_url, state, counts, rejected, created_at, finished_at },
    ...(requested && requestedBody(requested)),
    ...(pace && { pace: paceBody(pace) }),
    ...(hosts && { hosts: hosts.map(hostBody) }),
  }
}

/** What the batch was asked for, as `POST /batches` takes it. */
function requestedBody({ parameters, crawl, politeness }: BatchRequested) {
  return {
    parameters,
    ...(crawl && { crawl: crawlBody(crawl) }),
    delay_ms: politeness?.delayMs ?? null,
    concurrency: politeness?.concurrency ?? null,
  }
}

function crawlBody({ seeds = [], scope, maxDepth, maxPages, maxMinutes, include, exclude }: CrawlRules) {
  return {
    ...{ seeds, scope, max_depth: maxDepth, max_pages: maxPages, max_minutes: maxMinutes },
    ...{ include, exclude },
  }
}

function paceBody({ pagesPerSecond, etaSeconds, waits }: BatchPace) {
  return { pages_per_second: pagesPerSecond, eta_seconds: etaSeconds, waits: waits.map(waitBody) }
}

function waitBody(wait: BatchWait) {
  const { host, until, reason, url, status, delayMs } = wait
  return { host, until, reason, message: waitMessage(wait, Date.now()), url, status, delay_ms: delayMs }
}

/** A host rests after it asked for a pause or did not answer; else it runs, or has items that wait. */
function hostBody({ host, waiting, running, restsUntil }: HostQueue) {
  const state = restsUntil !== null ? 'resting' : running > 0 ? 'running' : 'waiting'
  return { host, waiting, running, state, rests_until: restsUntil }
}

/** The body of a page of the list of batches. */
export function listBody({ batches, next }: BatchPage) {
  const cursor = next === null ? null : encodeListCursor(next)
  return { batches: batches.map(summaryBody), next_cursor: cursor, next: cursor }
}

function summaryBody({ createdAt, finishedAt, firstUrl, ...summary }: BatchSummary) {
  const { id, operation, source, state, counts } = summary
  const times = { created_at: createdAt, finished_at: finishedAt }
  return { id, operation, source, first_url: firstUrl, state, counts, ...times }
}
