import { Readable } from 'node:stream'
import {
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type Zlib,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib'
import { ChunkList } from './chunk-list.ts'
import { type ContentCoding, hasZlibFrame, zstdWindow } from './content-coding.ts'
import { type ChunkConsumer, decodeStream, decompressionLimits, type StreamEnd } from './decode-stream.ts'

/**
 * Nine of ten recorded pages are smaller than this when decompressed. Decompressing this much blocks the
 * event loop for about one millisecond, less CPU time than a round trip to the thread pool.
 */
const SYNC_BYTES = 256 * 1024

/**
 * The compressed bytes that are buffered, and how long. A larger or slower body is decompressed as it
 * arrives.
 */
export const bufferLimits = { maxBytes: 64 * 1024, waitMs: 1000 }

/**
 * Does the work of `decodeStream` for one coding, with less CPU for short bodies: `consume` gets the whole
 * body as one chunk. For readers that need the complete body, since nothing is decoded before the body has
 * ended or `bufferLimits.waitMs` have passed. `maxBytes` is the most that `consume` accepts.
 */
export async function decodeBuffered(
  source: Readable,
  coding: SyncCoding,
  consume: ChunkConsumer,
  maxBytes: number,
  limits = decompressionLimits,
): Promise<StreamEnd> {
  const compressed = await bufferStream(source, bufferLimits)
  if (compressed === null) return decodeStream(source, [coding], consume, limits)
  const decoded = decompressSync(coding, compressed, Math.min(SYNC_BYTES, maxBytes, limits.ratioFromBytes))
  if (decoded === null)
    return decodeStream(Readable.from([compressed], { objectMode: false }), [coding], consume, limits)
  return (await consume(decoded)) ? 'complete' : 'stopped'
}

/** The largest body that is buffered, and the longest wait for it. */
interface BufferLimits {
  readonly maxBytes: number
  readonly waitMs: number
}

/**
 * Reads a stream to its end and returns its bytes. Returns null when there are more than `maxBytes`, or when
 * the end has not come within `waitMs`: all bytes are put back into the stream, which can then be read as if
 * it had not been touched. Rejects with the stream's error. The memory held is little more than the bytes,
 * however small the chunks are.
 */
export function bufferStream(stream: Readable, { maxBytes, waitMs }: BufferLimits): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const chunks = new ChunkList()
  let bytes = 0
  const add = (chunk: Buffer) => {
    chunks.add(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) giveBack()
  }
  const end = () => resolve(concatenated(chunks.all))
  function giveBack(): void {
    stream.off('data', add).pause().unshift(concatenated(chunks.all))
    resolve(null)
  }
  if (stream.errored) reject(stream.errored)
  stream.on('data', add).once('end', end).once('error', reject)
  const timer = setTimeout(giveBack, waitMs)
  return promise.finally(() => {
    clearTimeout(timer)
    stream.off('data', add).off('end', end).off('error', reject)
  })
}

function concatenated(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}

/**
 * The codings that are decompressed synchronously. Brotli is left to the stream: its decoder outputs nothing
 * before its window is full, whatever `maxOutputLength` is, so that 27 bytes can block the event loop for 10
 * ms. The others stop at `maxOutputLength`, within a millisecond.
 */
export type SyncCoding = Exclude<ContentCoding, 'br'>

/** Most web pages have a lower compression ratio, so that one output chunk holds the whole page. */
const USUAL_RATIO = 8

/** The smallest chunk size that zlib accepts. */
const MIN_CHUNK_BYTES = 64

/** The return value of the functions of node:zlib with the option `info`. */
interface Decompressed {
  readonly buffer: Buffer
  readonly engine: Zlib
}

/**
 * Undoes the coding in one turn of the event loop. Returns null for data that the streaming decoder has to
 * judge: data that is not exactly one complete stream of the coding (a gzip file may have several members),
 * is empty, or decompresses to more than `maxBytes`.
 */
export function decompressSync(coding: SyncCoding, compressed: Buffer, maxBytes: number): Buffer | null {
  try {
    const bytes = coding === 'gzip' ? gzipSize(compressed) : USUAL_RATIO * compressed.length
    if (coding === 'gzip' && bytes > maxBytes) return null
    const { buffer, engine } = decompress(coding, compressed, maxBytes, bytes)
    return engine.bytesWritten === compressed.length && buffer.length > 0 ? buffer : null
  } catch {
    return null
  }
}

/**
 * RFC 1952, section 2.3.1: a gzip file ends with ISIZE, four bytes. The value may be wrong, and it counts the
 * last member only.
 */
function gzipSize(compressed: Buffer): number {
  return compressed.readUInt32LE(compressed.length - 4)
}

/**
 * `bytes` is the expected size. The chunk has room for one more byte, since zlib starts another chunk as soon
 * as one is full.
 */
function decompress(coding: SyncCoding, compressed: Buffer, maxBytes: number, bytes: number): Decompressed {
  const chunkBytes = Math.max(compressed.length, Math.min(bytes, maxBytes)) + 1
  const options = { maxOutputLength: maxBytes, chunkSize: Math.max(MIN_CHUNK_BYTES, chunkBytes), info: true }
  return decompressorOf(coding, compressed)(compressed, options) as unknown as Decompressed
}

function decompressorOf(coding: SyncCoding, compressed: Buffer) {
  switch (coding) {
    case 'gzip':
      return gunzipSync
    case 'zstd':
      return decompressZstd
    case 'deflate':
      return hasZlibFrame(compressed) ? inflateSync : inflateRawSync
  }
}

function decompressZstd(compressed: Buffer, options: ZstdOptions): Buffer {
  return zstdDecompressSync(compressed, { ...options, params: zstdWindow })
}
