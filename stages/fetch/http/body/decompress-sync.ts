import {
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type Zlib,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib'
import { type ContentCoding, hasZlibFrame, zstdWindow } from './content-coding.ts'

/**
 * Brotli is left to the stream: its decoder gives nothing before its window is full, whatever the most is that it may give,
 * so that 27 bytes keep the event loop for 10 ms. The others stop at that most, within a millisecond.
 */
export type SyncCoding = Exclude<ContentCoding, 'br'>

/** Most pages of the web have fewer times the bytes that they have packed: one chunk takes all of a page. */
const USUAL_RATIO = 8

/** zlib's own least. */
const MIN_CHUNK_BYTES = 64

/** What the functions of node:zlib give when `info` is asked for. */
interface Decompressed {
  readonly buffer: Buffer
  readonly engine: Zlib
}

/**
 * Undoes the coding in one turn of the event loop. Null where a stream has to judge: what is not exactly one whole stream
 * of the coding (a gzip file may have several members), has nothing in it, or more than `maxBytes`.
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

/** RFC 1952, 2.3.1: the file ends with ISIZE, in four bytes. It may be wrong, and is that of the last member alone. */
function gzipSize(compressed: Buffer): number {
  return compressed.readUInt32LE(compressed.length - 4)
}

/** `bytes` is how many are expected; one more is room for them, since zlib begins another chunk as soon as one is full. */
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
