import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import type { BatchCounts } from '#shared/ports/batches.ts'

/** The service name in calls and health checks. */
export const serviceName = 'pageprobe.batches.v1.Batches'

/** The service of `proto/batches.proto`: server and client share this definition. */
export const batchesService = loadSync(`${import.meta.dirname}/../../../proto/batches.proto`, {
  enums: String,
  longs: Number,
  defaults: true,
})[serviceName] as ServiceDefinition

/** Bytes of one message, in either direction. */
export const MAX_MESSAGE_BYTES = 4_194_304
/** Maximum bytes of one message of a streamed body or result: only a few of them are buffered at each end. */
export const CHUNK_BYTES = 65_536

export type UnaryMethod = 'GetStatus' | 'List' | 'Pause' | 'Resume' | 'Cancel'

/** Messages as the loader decodes them: enums by name; an unset optional field is absent, an unset message null. */
export interface SubmitRequest {
  readonly batch?: NewBatchMessage | null
  readonly piece?: Uint8Array | null
  readonly isWhole?: boolean
}

export interface NewBatchMessage {
  readonly operation: string
  readonly parameters: string
  readonly crawl: CrawlMessage | null
  readonly sitemaps: readonly string[]
  readonly owner: string
  readonly quota?: { readonly key: string; readonly limit: number } | null
}

export interface CrawlMessage {
  readonly scope: string
  readonly maxDepth?: number | null
  readonly maxPages: number
  readonly maxMinutes?: number | null
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

export interface BatchRequest {
  readonly id: string
  readonly hosts: number
  readonly owner: string
}

export interface BatchReply {
  readonly batch: BatchMessage | null
}

export interface BatchMessage {
  readonly id: string
  readonly state: string
  readonly counts: BatchCounts | null
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
  readonly createdAt: string
  readonly finishedAt?: string | null
  readonly hosts?: HostsMessage | null
}

export interface HostsMessage {
  readonly queues: readonly { readonly host: string; readonly waiting: number; readonly running: number }[]
}

export interface ListRequest {
  readonly owner: string
  readonly state: string
  readonly limit: number
  readonly after?: number | null
}

export interface ListReply {
  readonly batches: readonly BatchMessage[]
  readonly next?: number | null
}

export interface ResultsRequest {
  readonly id: string
  readonly after: number
  readonly isFollowing: boolean
  readonly owner: string
}

export interface ResultsReply {
  readonly isKnown: boolean
  readonly lines: Uint8Array
}

/** Splits bytes into views of at most `maxBytes` each. */
export function* byteChunks(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxBytes) yield bytes.subarray(start, start + maxBytes)
}
