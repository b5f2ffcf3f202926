import type { Sites } from '#shared/rpc/site-calls.ts'
import type { Shards } from '../shards.ts'

/**
 * The shards that this process owns. Methods reject with `SERVICE_UNAVAILABLE` for any other shard; `report` and `pages` for a
 * batch whose home is another one.
 */
export interface LocalShards extends Shards, Sites {
  owns(shard: number): boolean
  /** What a shard has gathered of a batch, as the bytes of a file. */
  copy(shard: number, id: string, signal: AbortSignal): AsyncIterable<Uint8Array>
}
