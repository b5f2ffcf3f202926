import { Failure } from '#shared/errors.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import type { LinesPiece, StoredLines } from '#shared/ports/batch-lines.ts'
import { type BatchPace, type BatchWait, waitReasons } from '#shared/ports/batch-pace.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import {
  type BatchCounts,
  type BatchListing,
  type BatchPage,
  type BatchRequested,
  type BatchStatus,
  type BatchSummary,
  batchSources,
  batchStates,
  type CrawlRules,
  crawlScopes,
  type HostQueue,
  type NewBatch,
  type OwnedBatchId,
  type RejectedLine,
} from '#shared/ports/batches.ts'
import type { ItemQuota } from '#shared/ports/item-quota.ts'
import {
  type Codec,
  type Fields,
  inField,
  listOf,
  nullable,
  oneOf,
  optional,
  plain,
  record,
} from '../codec.ts'

// The messages of `proto/batches.proto` that carry values of the port.

const enumOf = <T extends string>(words: readonly T[]) =>
  oneOf(words, 'The batch part sent a value that is not understood')

const parameters: Codec<NewBatch['parameters']> = {
  encode: (value) => JSON.stringify(value),
  decode: objectOf,
}
const crawl = nullable(
  record<CrawlRules>({
    scope: enumOf(crawlScopes),
    maxDepth: nullable(),
    maxPages: plain(),
    maxMinutes: nullable(),
    include: plain(),
    exclude: plain(),
    // A crawl of a former version has none.
    seeds: {
      encode: (seeds) => seeds ?? [],
      decode: (message) => ((message as readonly string[]).length === 0 ? undefined : (message as string[])),
    },
  }),
)
const politeness = record<BatchPoliteness>({
  delayMs: nullable(),
  concurrency: nullable(),
  isUnthrottled: plain(),
})

const quota = record<ItemQuota>({ key: plain(), limit: plain() })

/** Decoding throws `VALIDATION_ERROR` for an unknown operation, or parameters that are not a JSON object. */
export const newBatch = record<NewBatch>({
  operation: {
    encode: (operation) => operation,
    decode(name) {
      if (isAvailable(String(name))) return name as NewBatch['operation']
      throw notUnderstood(`operation ${name}`)
    },
  },
  parameters,
  crawl,
  sitemaps: plain(),
  owner: { encode: (owner) => owner ?? '', decode: (text) => (text as string) || null },
  quota: optional(quota),
  politeness: optional(politeness),
})

/** Which lines of which batch are added. */
export const linesOf = record<OwnedBatchId & Pick<LinesPiece, 'from' | 'quota'>>({
  id: plain(),
  owner: plain(),
  from: plain(),
  quota: optional(quota),
})

/** What became of added lines; null = there is no such batch. */
export const linesReply = inField(
  'stored',
  nullable(record<StoredLines>({ accepted: plain(), rejected: plain(), next: plain() })),
)

function objectOf(json: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(String(json))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    throw notUnderstood('parameters')
  }
  throw notUnderstood('parameters')
}

const noCounts = { accepted: 0, rejected: 0, waiting: 0, running: 0, done: 0, failed: 0 }
const counts: Codec<BatchCounts> = {
  encode: (value) => value,
  decode: (message) => (message as BatchCounts | null) ?? noCounts,
}

const sources = enumOf(batchSources)
const summary: Fields<BatchSummary> = {
  id: plain(),
  operation: plain(),
  source: {
    encode: sources.encode,
    // A batch part of an earlier version names none.
    decode: (name) => (name === 'SOURCE_UNSPECIFIED' ? 'urls' : sources.decode(name)),
  },
  state: enumOf(batchStates),
  counts,
  createdAt: plain(),
  finishedAt: nullable(),
  firstUrl: nullable(),
}

const hostQueue: Fields<HostQueue> = {
  host: plain(),
  waiting: plain(),
  running: plain(),
  restsUntil: nullable(),
}

const pace = record<BatchPace>({
  pagesPerSecond: plain(),
  etaSeconds: nullable(),
  waits: listOf(
    record<BatchWait>({
      host: plain(),
      until: plain(),
      reason: enumOf(waitReasons),
      url: nullable(),
      status: nullable(),
      delayMs: nullable(),
    }),
  ),
})

/** The status of a batch; null = there is no such batch. */
export const batchReply = inField(
  'batch',
  nullable(
    record<BatchStatus>({
      ...summary,
      rejected: listOf(record<RejectedLine>({ line: plain(), reason: plain() })),
      hosts: optional(inField('queues', listOf(record<HostQueue>(hostQueue)))),
      pace: optional(pace),
      requested: optional(record<BatchRequested>({ parameters, crawl, politeness: optional(politeness) })),
    }),
  ),
)

const ANY_STATE = 'STATE_UNSPECIFIED'
const state = enumOf(batchStates)

/** The request of a page of the list. */
export const batchListing = record<BatchListing>({
  owner: plain(),
  state: {
    encode: (value) => (value === null ? ANY_STATE : state.encode(value)),
    decode: (name) => (name === ANY_STATE ? null : state.decode(name)),
  },
  limit: plain(),
  after: nullable(),
})

/** A page of the list. */
export const batchPage = record<BatchPage>({ batches: listOf(record(summary)), next: nullable() })

function notUnderstood(what: string): Failure {
  return new Failure('VALIDATION_ERROR', `The batch part does not understand the ${what}`)
}
