import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { Segment } from '../commands.ts'
import type { PendingLines } from '../shard-store.ts'

/** At this level result lines shrink to about a fifth; higher levels take much more time for little. */
const LEVEL = 3
const CONTENT_TYPE = 'application/zstd'
const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
const compress = promisify(zstdCompress)

/**
 * Stores result lines as an object: NDJSON in one zstd frame. Its name says which lines it has, so no object of other
 * lines replaces it, even one of a former owner of the shard. Rejects with `SERVICE_UNAVAILABLE` while the store is
 * unavailable.
 */
export async function storeSegment(
  objects: Pick<ObjectStore, 'put'>,
  shard: number,
  { batch, first, count, lines }: PendingLines,
): Promise<Segment> {
  const object = `results/${batch}.${shard}.${first}-${first + count - 1}.ndjson.zst`
  await objects.put(object, await compress(lines, { params }), CONTENT_TYPE)
  return { batch, shard, first, count, object }
}
