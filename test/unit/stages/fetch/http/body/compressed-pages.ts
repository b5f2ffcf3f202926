import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { SyncCoding } from '#stages/fetch/http/body/decode-buffered.ts'

/** Every form of a coding that is decompressed synchronously. */
export const forms: Readonly<Record<string, { coding: SyncCoding; pack(bytes: Buffer): Buffer }>> = {
  gzip: { coding: 'gzip', pack: (bytes) => gzipSync(bytes) },
  zstd: { coding: 'zstd', pack: (bytes) => zstdCompressSync(bytes) },
  deflate: { coding: 'deflate', pack: (bytes) => deflateSync(bytes) },
  'raw deflate': { coding: 'deflate', pack: (bytes) => deflateRawSync(bytes) },
}

/** A text of so many bytes that compresses about as well as web pages. */
export function pageOf(length: number): Buffer {
  const item = (index: number) =>
    `<li id="n${index}">${((index * 48_271) % 65_537).toString(36)} of them</li>`
  const text = Array.from({ length: Math.ceil(length / 20) }, (_, index) => item(index)).join('')
  return Buffer.from(text).subarray(0, length)
}
