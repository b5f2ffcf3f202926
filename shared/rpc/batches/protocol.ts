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

export type UnaryMethod = 'GetStatus' | 'List' | 'Start' | 'Pause' | 'Resume' | 'Cancel'

/** The first message has the submission (`newBatch` in messages.ts), the others the body. */
export interface SubmitRequest {
  readonly batch?: unknown
  readonly piece?: Uint8Array | null
  readonly isWhole?: boolean
}

/** The first message has the number of the first line (`linesOf` in messages.ts), the others the lines. */
export interface LinesRequest extends Omit<SubmitRequest, 'batch'> {
  readonly lines?: unknown
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
