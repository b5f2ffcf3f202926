import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'

/** A value as it is transported and stored: plain, or as one zstd frame (RFC 8878). */
export interface CompressedValue extends Encoding {
  /** The frame or the plain bytes, in one or more chunks. */
  readonly chunks: readonly Buffer[]
}

/** What a reader needs to decompress a value. */
export interface Encoding {
  readonly encoding: 'zstd' | 'identity'
  /** Bytes of the decompressed value. */
  readonly bytes: number
}

/** At this level a saved web page (129 KB on average) shrinks to a fifth in 0.4 ms. */
const LEVEL = 3
/**
 * Values up to this size are compressed and decompressed on the event loop, within a millisecond. A thread of the pool
 * costs more CPU than it saves (2.5 KB: 0.2 ms instead of 0.04 ms; 130 KB: 0.8 ms instead of 0.4 ms; 1 MB: both 2.2 ms).
 */
const MAX_SYNC_BYTES = 256 * 1024
/** Values up to this size stay plain: a frame would save about 1 KB of log and cost 0.06 ms to write and to read. */
const MIN_COMPRESSED_BYTES = 4 * 1024
/** A frame may demand a window of gigabytes (RFC 8878, section 3.1.1.1.2); frames of level 3 need 2 MiB. */
const MAX_WINDOW_LOG = 23
/** The smallest chunk size of zlib. */
const MIN_CHUNK = 64
/** Most web pages compress better than this. It sizes the buffer, so that a frame does not keep the memory of the whole body. */
const USUAL_RATIO = 3

const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
const decompressInThread = promisify(zstdDecompress)

/** Compresses a value when it is large enough and gets smaller. Large values are compressed outside of the event loop. */
export async function compress(chunks: readonly Buffer[]): Promise<CompressedValue> {
  const bytes = totalLength(chunks)
  if (bytes <= MIN_COMPRESSED_BYTES) return { encoding: 'identity', bytes, chunks }
  const frame = bytes <= MAX_SYNC_BYTES ? [compressSync(chunks, bytes)] : await compressStream(chunks)
  return totalLength(frame) < bytes
    ? { encoding: 'zstd', bytes, chunks: frame }
    : { encoding: 'identity', bytes, chunks }
}

function compressSync(chunks: readonly Buffer[], bytes: number): Buffer {
  const [first = Buffer.alloc(0)] = chunks
  const whole = chunks.length > 1 ? Buffer.concat(chunks) : first
  return zstdCompressSync(whole, { params, pledgedSrcSize: bytes, chunkSize: Math.ceil(bytes / USUAL_RATIO) })
}

/** Compresses chunk by chunk, so that a body is never in memory twice. */
async function compressStream(chunks: readonly Buffer[]): Promise<Buffer[]> {
  const compressor = Readable.from(chunks).pipe(createZstdCompress({ params }))
  const frame: Buffer[] = []
  for await (const chunk of compressor) frame.push(chunk)
  return frame
}

/**
 * Decompresses a value into a buffer of its own. Rejects when it has more than `maxBytes`, or not as many bytes as stated,
 * before more than that are decompressed: producers may write anything to the log.
 */
export async function decompress(
  { chunks, encoding, bytes }: CompressedValue,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!(bytes >= 0 && bytes <= maxBytes)) throw new Error(`a value of ${bytes} bytes, of ${maxBytes} at most`)
  const compressed = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  const whole = encoding === 'zstd' ? await decompressFrame(compressed, bytes) : compressed
  if (whole.length !== bytes)
    throw new Error(`a value of ${whole.length} bytes, not ${bytes} as its event says`)
  return whole.length === whole.buffer.byteLength ? whole : new Uint8Array(whole)
}

async function decompressFrame(frame: Buffer, bytes: number): Promise<Buffer> {
  const options = {
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
    maxOutputLength: Math.max(1, bytes),
    chunkSize: Math.max(MIN_CHUNK, bytes),
  }
  return bytes <= MAX_SYNC_BYTES ? zstdDecompressSync(frame, options) : decompressInThread(frame, options)
}

/** The sum of the bytes of the chunks. */
export function totalLength(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0)
}
