import { addAbortSignal, pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'
import { unavailable } from '#shared/errors.ts'
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

/** A segment, and a stream of its decompressed bytes. The stream fails when the signal aborts. */
interface OpenSegment {
  readonly segment: Segment
  readonly bytes: Readable
}

/** Objects that are open at the same time: small ones are read as fast as one after another takes to open. */
const OPEN_AT_ONCE = 4
/** Bytes that are decompressed at a time: with the beginning of a line before them they make one chunk for the reader. */
const BLOCK_BYTES = 192 * 1024
/** A frame may demand a window of gigabytes (RFC 8878, section 3.1.1.1.2); those stored here need 8 MiB at most. */
const WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 }

/**
 * Yields the segments in their order, and opens the next ones meanwhile. Streams that were not taken are destroyed in the
 * end. Rejects with `SERVICE_UNAVAILABLE` when the object store is unavailable or has no such object.
 */
export async function* openSegments(
  objects: Pick<ObjectStore, 'open'>,
  segments: readonly Segment[],
  signal: AbortSignal,
): AsyncGenerator<OpenSegment> {
  const opening: Promise<OpenSegment>[] = []
  let next = 0
  try {
    for (let taken = 0; taken < segments.length; taken++) {
      for (const segment of segments.slice(next, taken + OPEN_AT_ONCE)) {
        opening.push(handled(openSegment(objects, segment, signal)))
        next++
      }
      yield (await opening.shift()) as OpenSegment
    }
  } finally {
    for (const segment of opening) segment.then(({ bytes }) => bytes.destroy()).catch(() => {})
  }
}

/** Its rejection counts as handled: the segment may never be taken. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

async function openSegment(
  objects: Pick<ObjectStore, 'open'>,
  segment: Segment,
  signal: AbortSignal,
): Promise<OpenSegment> {
  const object = await objects.open(segment.object)
  if (object === null) throw unavailable('results', new Error(`there is no object ${segment.object}`))
  const decoder = createZstdDecompress({ chunkSize: BLOCK_BYTES, params: WINDOW })
  pipeline(object, decoder, () => {}) // The reader of the decoder gets the error.
  return { segment, bytes: addAbortSignal(signal, decoder) }
}
