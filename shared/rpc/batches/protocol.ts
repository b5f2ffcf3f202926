import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

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

/** The first message has the submission (`newBatch` in messages.ts), the others the body. */
export interface SubmitRequest {
  readonly batch?: unknown
  readonly piece?: Uint8Array | null
  readonly isWhole?: boolean
}

export interface BatchRequest {
  readonly id: string
  readonly hosts: number
  readonly owner: string
}

export interface ResultsRequest {
  readonly id: string
  readonly after: number
  readonly isFollowing: boolean
  readonly owner: string
}

export interface ReportRequest {
  readonly id: string
  readonly owner: string
  /** '' = none. */
  readonly compare: string
}

export interface PagesRequest {
  readonly id: string
  readonly owner: string
  readonly after: number
  /** Absent = all. */
  readonly limit?: number
}

export interface TextReply {
  readonly isKnown: boolean
  readonly piece: Uint8Array
}

/** Splits bytes into views of at most `maxBytes` each. */
export function* byteChunks(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxBytes) yield bytes.subarray(start, start + maxBytes)
}
