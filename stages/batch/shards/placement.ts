import { crc32 } from 'node:zlib'
import { hostKey } from '#shared/messages/topics.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'

/** The home shard of a batch, of `shards`. */
export function homeOf(batch: string, shards: number): number {
  return crc32(batch) % shards
}

/** The shard of a URL that belongs to no crawl: that of its registrable domain. */
export function shardOfUrl(url: string, shards: number): number {
  return crc32(registrableDomain(hostKey(url))) % shards
}
