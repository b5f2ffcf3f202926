import { crc32 } from 'node:zlib'

/** The home shard of a batch, of `shards`. */
export function homeOf(batch: string, shards: number): number {
  return crc32(batch) % shards
}
