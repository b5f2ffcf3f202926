import { crc32 } from 'node:zlib'

/** The home shard of a batch, of `shards`. */
export function homeOf(batch: string, shards: number): number {
  return crc32(batch) % shards
}

/**
 * The number that stands for the former frontier, the one in one file from before there were shards, where owners of the
 * shards are announced. It is the one after the last of `shards`.
 */
export function formerFrontierOf(shards: number): number {
  return shards
}
