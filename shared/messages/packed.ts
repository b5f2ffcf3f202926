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
export interface Packed extends Packing {
  /** The frame, or the bytes themselves, in one or more pieces. */
  readonly pieces: readonly Buffer[]
}

/** What a reader has to know to unpack. */
export interface Packing {
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
const AT_ONCE_BYTES = 256 * 1024
/** Up to here bytes stay as they are: a frame would save some 1 KB of log and cost 0.06 ms to write and to read. */
const FEW_BYTES = 4 * 1024
/** A frame may demand a window of gigabytes (RFC 8878, 3.1.1.1.2); those of level 3 need 2 MiB. */
const MAX_WINDOW_LOG = 23
/** zlib's own least. */
const LEAST_CHUNK = 64
/** Most pages of the web take less than this share of their size: the frame does not keep the room of the whole body in memory. */
const USUAL_RATIO = 3

const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
const inThread = promisify(zstdDecompress)

/** Packs the bytes when there are more than a few and that makes them fewer; large ones outside of the event loop. */
export async function pack(pieces: readonly Buffer[]): Promise<Packed> {
  const bytes = lengthOf(pieces)
  if (bytes <= FEW_BYTES) return { encoding: 'identity', bytes, pieces }
  const frame = bytes <= AT_ONCE_BYTES ? [packAtOnce(pieces, bytes)] : await packInPieces(pieces)
  return lengthOf(frame) < bytes
    ? { encoding: 'zstd', bytes, pieces: frame }
    : { encoding: 'identity', bytes, pieces }
}

function packAtOnce(pieces: readonly Buffer[], bytes: number): Buffer {
  const [first = Buffer.alloc(0)] = pieces
  const whole = pieces.length > 1 ? Buffer.concat(pieces) : first
  return zstdCompressSync(whole, { params, pledgedSrcSize: bytes, chunkSize: Math.ceil(bytes / USUAL_RATIO) })
}

/** A body is never held twice: the frame grows while its pieces are read. */
async function packInPieces(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const packer = Readable.from(pieces).pipe(createZstdCompress({ params }))
  const frame: Buffer[] = []
  for await (const chunk of packer) frame.push(chunk)
  return frame
}

/**
 * The bytes, in memory of their own. Rejects when there are more than `maxBytes` of them or not as many as was said,
 * before more than that are unpacked: whoever writes to the log may write anything.
 */
export async function unpack({ pieces, encoding, bytes }: Packed, maxBytes: number): Promise<Uint8Array> {
  if (!(bytes >= 0 && bytes <= maxBytes)) throw new Error(`a value of ${bytes} bytes, of ${maxBytes} at most`)
  const packed = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  const whole = encoding === 'zstd' ? await unframed(packed, bytes) : packed
  if (whole.length !== bytes)
    throw new Error(`a value of ${whole.length} bytes, not ${bytes} as its event says`)
  return whole.length === whole.buffer.byteLength ? whole : new Uint8Array(whole)
}

async function unframed(frame: Buffer, bytes: number): Promise<Buffer> {
  const options = {
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
    maxOutputLength: Math.max(1, bytes),
    chunkSize: Math.max(LEAST_CHUNK, bytes),
  }
  return bytes <= AT_ONCE_BYTES ? zstdDecompressSync(frame, options) : inThread(frame, options)
}

export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}
