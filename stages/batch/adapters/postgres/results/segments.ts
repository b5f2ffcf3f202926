import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Result lines of a batch in an object: NDJSON in one zstd frame. */
export interface Segment {
  /** Numbers of the first and of the last line. */
  readonly first: number
  readonly last: number
  readonly object: string
}

/** At this level result lines shrink to about a fifth; higher levels take much more time for little. */
const LEVEL = 3
const CONTENT_TYPE = 'application/zstd'
const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
const compress = promisify(zstdCompress)

/** Stores complete result lines as an object. Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable. */
export async function storeLines(
  objects: Pick<ObjectStore, 'put'>,
  object: string,
  lines: Buffer,
): Promise<void> {
  await objects.put(object, await compress(lines, { params }), CONTENT_TYPE)
}
