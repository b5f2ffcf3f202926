import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type Zlib,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib'
import { type ContentCoding, hasZlibFrame, zstdWindow } from './content-coding.ts'

/** Most pages of the web have fewer times the bytes that they have packed: one chunk takes all of a page. */
const USUAL_RATIO = 8

/** zlib's own least. */
const LEAST_CHUNK = 64

/** What the functions of node:zlib give when `info` is asked for. */
interface Unpacked {
  readonly buffer: Buffer
  readonly engine: Zlib
}

/**
 * Undoes the coding in one turn of the event loop. Null where a stream has to judge: what is not exactly one whole stream
 * of the coding (a gzip file may have several members), has nothing in it, or more than `maxBytes`; or what may keep the
 * event loop too long.
 */
export function unpackAtOnce(coding: ContentCoding, packed: Buffer, maxBytes: number): Buffer | null {
  try {
    if (isTooMuch(coding, packed, maxBytes)) return null
    const bytes = coding === 'gzip' ? gzippedBytes(packed) : USUAL_RATIO * packed.length
    const { buffer, engine } = unpack(coding, packed, maxBytes, bytes)
    return engine.bytesWritten === packed.length && buffer.length > 0 ? buffer : null
  } catch {
    return null
  }
}

function isTooMuch(coding: ContentCoding, packed: Buffer, maxBytes: number): boolean {
  if (coding === 'gzip') return gzippedBytes(packed) > maxBytes
  return coding === 'br' && hasLargeWindow(packed)
}

/**
 * RFC 7932, 9.1: WBITS is 23 or 24. Where little is sent and much is in it, the decoder gives nothing before its window is
 * full, whatever the most is that it may give: 16 MiB take 40 ms, and the 4 MiB of brotli's default 10 ms.
 */
function hasLargeWindow([first = 0]: Buffer): boolean {
  return (first & 0x0d) === 0x0d
}

/** RFC 1952, 2.3.1: the file ends with ISIZE, in four bytes. It may be wrong, and is that of the last member alone. */
function gzippedBytes(packed: Buffer): number {
  return packed.readUInt32LE(packed.length - 4)
}

/** `bytes` is how many are expected; one more is room for them, since zlib begins another chunk as soon as one is full. */
function unpack(coding: ContentCoding, packed: Buffer, maxBytes: number, bytes: number): Unpacked {
  const room = Math.max(packed.length, Math.min(bytes, maxBytes)) + 1
  const options = { maxOutputLength: maxBytes, chunkSize: Math.max(LEAST_CHUNK, room), info: true }
  return unpackerOf(coding, packed)(packed, options) as unknown as Unpacked
}

function unpackerOf(coding: ContentCoding, packed: Buffer) {
  switch (coding) {
    case 'gzip':
      return gunzipSync
    case 'br':
      return brotliDecompressSync
    case 'zstd':
      return unzstd
    case 'deflate':
      return hasZlibFrame(packed) ? inflateSync : inflateRawSync
  }
}

function unzstd(packed: Buffer, options: ZstdOptions): Buffer {
  return zstdDecompressSync(packed, { ...options, params: zstdWindow })
}
