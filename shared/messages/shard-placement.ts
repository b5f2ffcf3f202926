import { crc32 } from 'node:zlib'
import { isItemId } from '#shared/messages/events/seal.ts'
import { hostKey } from '#shared/messages/topics.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'

/** The shard of a URL that belongs to no crawl, of `shards`: that of its registrable domain. */
export function shardOfUrl(url: string, shards: number): number {
  return shardOfHost(hostKey(url), shards)
}

/**
 * The shard that has to know of the end of an inspection of the batch lane: its number tells that of a batch item, and
 * `host` (as in record keys: see `hostKey`) that of an external producer's request.
 */
export function shardOfEnding(id: string, host: string, shards: number): number {
  const seq = isItemId(id) ? Number(id.slice(id.lastIndexOf('.') + 1)) : Number.NaN
  return Number.isSafeInteger(seq) ? seq % shards : shardOfHost(host, shards)
}

function shardOfHost(host: string, shards: number): number {
  return crc32(registrableDomain(host)) % shards
}
