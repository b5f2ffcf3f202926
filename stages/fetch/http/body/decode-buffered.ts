import { Readable } from 'node:stream'
import { bufferStream } from './buffer-stream.ts'
import {
  type ChunkConsumer,
  type DecompressionLimits,
  decodeStream,
  type StreamEnd,
} from './decode-stream.ts'
import { decompressSync, type SyncCoding } from './decompress-sync.ts'

/**
 * Nine of ten saved pages have less, unpacked. So much takes the event loop a millisecond, less than the turn to a thread
 * of the pool costs in CPU.
 */
const SYNC_BYTES = 256 * 1024

/** Packed bytes that are held until all have come; a body that comes more slowly is unpacked as it comes. */
export const bufferLimits = { maxBytes: 64 * 1024, waitMs: 1000 }

/**
 * Does what `decode` does for one coding, with less CPU where the body is short: `take` gets all of it as one chunk. For
 * readers who want all or nothing of it, since nothing is decoded before the end has come, or `short.waitMs` are over.
 * `maxBytes` are the most that `take` can use.
 */
export async function decodeBuffered(
  source: Readable,
  coding: SyncCoding,
  take: ChunkConsumer,
  limits: DecompressionLimits,
  maxBytes: number,
): Promise<StreamEnd> {
  const compressed = await bufferStream(source, bufferLimits)
  if (compressed === null) return decodeStream(source, [coding], take, limits)
  const decoded = decompressSync(coding, compressed, Math.min(SYNC_BYTES, maxBytes, limits.ratioFromBytes))
  if (decoded === null)
    return decodeStream(Readable.from([compressed], { objectMode: false }), [coding], take, limits)
  return (await take(decoded)) ? 'complete' : 'stopped'
}
