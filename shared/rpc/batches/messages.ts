import { Failure } from '#shared/errors.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import {
  batch,
  batchCrawl,
  batchHost,
  batchPace,
  batchWait,
  listedBatch,
} from '#shared/operations/results/batch.ts'
import type { LinesPiece, StoredLines } from '#shared/ports/batch-lines.ts'
import type { BatchPace, BatchWait } from '#shared/ports/batch-pace.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type {
  BatchCounts,
  BatchListing,
  BatchPage,
  BatchRequested,
  BatchStatus,
  BatchSummary,
  CrawlRules,
  HostQueue,
  NewBatch,
  OwnedBatchId,
} from '#shared/ports/batches.ts'
import type { ItemQuota } from '#shared/ports/item-quota.ts'
import { type Codec, type Fields, inField, listOf, nullable, optional, plain, record } from '../codec.ts'
import { fieldsOf } from '../schema-codec.ts'

// The messages of `proto/batches.proto` that carry values of the port.

const FAULT = 'The batch part sent a value that is not understood'
const answer = fieldsOf(batch, FAULT)

const parameters: Codec<NewBatch['parameters']> = {
  encode: (value) => JSON.stringify(value),
  decode: objectOf,
}
const crawl = nullable(
  record<CrawlRules>({
    ...fieldsOf(batchCrawl, FAULT),
    // A crawl of a former version has none.
    seeds: {
      encode: (seeds) => seeds ?? [],
      decode: (message) => ((message as string[] | undefined)?.length ? (message as string[]) : undefined),
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

const summary: Fields<BatchSummary> = {
  ...fieldsOf(listedBatch, FAULT),
  // A text, which a batch of an earlier version may have empty.
  operation: plain(),
  source: {
    encode: answer.source.encode,
    // A batch part of an earlier version names none.
    decode: (name) => (name === 'SOURCE_UNSPECIFIED' ? 'urls' : answer.source.decode(name)),
  },
  counts,
}

const { state: _state, ...hostQueue } = fieldsOf(batchHost, FAULT)
const paceFields = fieldsOf(batchPace, FAULT)
const { message: _message, ...wait } = fieldsOf(batchWait, FAULT)

/** The status of a batch; null = there is no such batch. */
export const batchReply = inField(
  'batch',
  nullable(
    record<BatchStatus>({
      ...summary,
      rejected: answer.rejected,
      hosts: optional(inField('queues', listOf(record<HostQueue>(hostQueue)))),
      pace: optional(record<BatchPace>({ ...paceFields, waits: listOf(record<BatchWait>(wait)) })),
      requested: optional(record<BatchRequested>({ parameters, crawl, politeness: optional(politeness) })),
    }),
  ),
)

const ANY_STATE = 'STATE_UNSPECIFIED'

/** The request of a page of the list. */
export const batchListing = record<BatchListing>({
  owner: plain(),
  state: {
    encode: (value) => (value === null ? ANY_STATE : answer.state.encode(value)),
    decode: (name) => (name === ANY_STATE ? null : answer.state.decode(name)),
  },
  limit: plain(),
  after: nullable(),
})

/** A page of the list. */
export const batchPage = record<BatchPage>({ batches: listOf(record(summary)), next: nullable() })

function notUnderstood(what: string): Failure {
  return new Failure('VALIDATION_ERROR', `The batch part does not understand the ${what}`)
}
