import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

/** The service name in calls and health checks. */
export const serviceName = 'pageprobe.shards.v1.Shards'

/** The service of `proto/shards.proto`: server and client share this definition. */
export const shardsService = loadSync(`${import.meta.dirname}/../../../proto/shards.proto`, {
  longs: Number,
  defaults: true,
})[serviceName] as ServiceDefinition

export interface SendRequest {
  readonly shard: number
  /** JSON. */
  readonly command: Uint8Array
}

export interface SendReply {
  readonly position: number
  readonly wasAdded: readonly boolean[]
  readonly isKnown: boolean
}

export interface AskRequest {
  readonly shard: number
  readonly question: string
  /** A JSON array. */
  readonly given: Uint8Array
}

export interface CopyRequest {
  readonly shard: number
  /** The batch. */
  readonly id: string
}

export interface AskReply {
  /** JSON. */
  readonly answer: Uint8Array
}
