import { Failure } from '#shared/errors.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import {
  type BatchListing,
  type BatchPage,
  type BatchStatus,
  type BatchSummary,
  batchStates,
  type CrawlRules,
  crawlScopes,
  type NewBatch,
} from '#shared/ports/batches.ts'
import type {
  BatchMessage,
  BatchReply,
  CrawlMessage,
  ListReply,
  ListRequest,
  NewBatchMessage,
} from '#shared/rpc/batches/protocol.ts'

// Converts between the types of the port and messages. A value that this version does not know is an error.

const noCounts = { accepted: 0, rejected: 0, waiting: 0, running: 0, done: 0, failed: 0 }

/** The message of a submission. */
export function newBatchMessage({
  operation,
  parameters,
  crawl,
  sitemaps,
  owner,
  quota,
}: NewBatch): NewBatchMessage {
  return {
    operation,
    parameters: JSON.stringify(parameters),
    crawl: crawl && { ...crawl, scope: crawl.scope.toUpperCase() },
    sitemaps,
    owner: owner ?? '',
    ...(quota && { quota }),
  }
}

/** Throws `VALIDATION_ERROR` for an unknown operation, or parameters that are not a JSON object. */
export function newBatchOf(message: NewBatchMessage): NewBatch {
  const { operation, parameters, crawl, sitemaps, owner, quota } = message
  if (!isAvailable(operation)) throw notUnderstood(`operation ${operation}`)
  const rules = crawl && rulesOf(crawl)
  const submission = {
    operation,
    parameters: objectOf(parameters),
    crawl: rules,
    sitemaps,
    owner: owner || null,
  }
  return quota ? { ...submission, quota: { key: quota.key, limit: quota.limit } } : submission
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    throw notUnderstood('parameters')
  }
  throw notUnderstood('parameters')
}

function rulesOf({ scope, maxDepth, maxPages, maxMinutes, include, exclude }: CrawlMessage): CrawlRules {
  return {
    scope: enumValue(crawlScopes, scope),
    maxDepth: maxDepth ?? null,
    maxPages,
    maxMinutes: maxMinutes ?? null,
    include,
    exclude,
  }
}

/** Null = there is no such batch. */
export function batchReply(status: BatchStatus | null): BatchReply {
  return { batch: status && messageOf(status) }
}

function messageOf({ hosts, ...status }: BatchStatus): BatchMessage {
  return { ...status, state: status.state.toUpperCase(), ...(hosts && { hosts: { queues: hosts } }) }
}

/** The status of a reply; null = no such batch. Throws `INTERNAL_ERROR` for an unknown state. */
export function batchStatus({ batch }: BatchReply): BatchStatus | null {
  return batch && statusOf(batch)
}

function statusOf({ rejected, hosts, ...message }: BatchMessage): BatchStatus {
  return {
    ...summaryOf(message),
    rejected: rejected.map(({ line, reason }) => ({ line, reason })),
    ...(hosts && { hosts: hosts.queues.map(({ host, waiting, running }) => ({ host, waiting, running })) }),
  }
}

function summaryOf({
  id,
  state,
  counts,
  createdAt,
  finishedAt,
}: Omit<BatchMessage, 'rejected' | 'hosts'>): BatchSummary {
  return {
    id,
    state: enumValue(batchStates, state),
    counts: counts ?? noCounts,
    createdAt,
    finishedAt: finishedAt ?? null,
  }
}

const ANY_STATE = 'STATE_UNSPECIFIED'

/** The message that requests a page of the list. */
export function listRequest({ state, ...listing }: BatchListing): ListRequest {
  return { ...listing, state: state?.toUpperCase() ?? ANY_STATE }
}

/** Throws `INTERNAL_ERROR` for a state that this version does not know. */
export function batchListing({ owner, state, limit, after }: ListRequest): BatchListing {
  return {
    owner,
    state: state === ANY_STATE ? null : enumValue(batchStates, state),
    limit,
    after: after ?? null,
  }
}

/** The message of a page of the list. */
export function listReply({ batches, next }: BatchPage): ListReply {
  return { batches: batches.map((batch) => messageOf({ ...batch, rejected: [] })), next }
}

/** A page of the list from its message. Throws `INTERNAL_ERROR` for an unknown state. */
export function batchPage({ batches, next }: ListReply): BatchPage {
  return { batches: batches.map(summaryOf), next: next ?? null }
}

function enumValue<T extends string>(words: readonly T[], name: string): T {
  const found = words.find((one) => one.toUpperCase() === name)
  if (found === undefined)
    throw new Failure('INTERNAL_ERROR', 'The batch part sent a value that is not understood')
  return found
}

function notUnderstood(what: string): Failure {
  return new Failure('VALIDATION_ERROR', `The batch part does not understand the ${what}`)
}
