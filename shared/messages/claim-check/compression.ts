import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'

/** Bytes as they travel and are stored: as they are, or as one zstd frame (RFC 8878). */
export interface CompressedValue extends Encoding {
  /** The frame, or the bytes themselves, in one or more pieces. */
  readonly chunks: readonly Buffer[]
}

/** What a reader has to know to unpack. */
export interface Encoding {
  readonly encoding: 'zstd' | 'identity'
  /** How many bytes there are, unpacked. */
  readonly bytes: number
}

/** The level at which a saved page of the web (129 KB in the mean) takes a fifth of its size, in 0.4 ms. */
const LEVEL = 3
/**
 * Up to here the event loop itself packs and unpacks, within a millisecond: handing the work to a thread of the pool costs
 * more CPU than it saves (2.5 KB: 0.2 ms in place of 0.04 ms; 130 KB: 0.8 ms in place of 0.4 ms; 1 MB: both 2.2 ms).
 */
const MAX_SYNC_BYTES = 256 * 1024
/** Up to here bytes stay as they are: a frame would save some 1 KB of log and cost 0.06 ms to write and to read. */
const MIN_COMPRESSED_BYTES = 4 * 1024
/** A frame may demand a window of gigabytes (RFC 8878, 3.1.1.1.2); those of level 3 need 2 MiB. */
const MAX_WINDOW_LOG = 23
/** zlib's own least. */
const MIN_CHUNK = 64
/** Most pages of the web take less than this share of their size: the frame does not keep the room of the whole body in memory. */
const USUAL_RATIO = 3

const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
const decompressInThread = promisify(zstdDecompress)

/** Packs the bytes when there are more than a few and that makes them fewer; large ones outside of the event loop. */
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

/** A body is never held twice: the frame grows while its pieces are read. */
async function compressStream(chunks: readonly Buffer[]): Promise<Buffer[]> {
  const compressor = Readable.from(chunks).pipe(createZstdCompress({ params }))
  const frame: Buffer[] = []
  for await (const chunk of compressor) frame.push(chunk)
  return frame
}

/**
 * The bytes, in memory of their own. Rejects when there are more than `maxBytes` of them or not as many as was said,
 * before more than that are unpacked: whoever writes to the log may write anything.
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

export function totalLength(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0)
}
