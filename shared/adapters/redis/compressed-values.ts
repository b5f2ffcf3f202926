import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** No text in UTF-8 has this byte, so that a text that an earlier version wrote is never taken for compressed. */
const MARK = Buffer.of(0xff)
/** Longer texts are compressed: what is shorter shrinks by less than Redis rounds up. */
const LONG_BYTES = 1024
/** At this level JSON shrinks to about a quarter in less than 0.1 ms; higher levels take more time for little. */
const params = { [constants.ZSTD_c_compressionLevel]: 3 }
/** The longest text that is read: a compressed one could claim any length. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024

/** Values that live longer are read by the version before as well, after a return to it: they stay text. */
const LASTING_SECONDS = 86_400

/** A value as Redis has it. */
export type StoredValue = string | Buffer

/** The value to store for a text: a long one compressed (zstd) where that is shorter. */
export function toStored(text: string): StoredValue {
  if (Buffer.byteLength(text) <= LONG_BYTES) return text
  const bytes = Buffer.from(text)
  const compressed = zstdCompressSync(bytes, { params })
  return compressed.length + MARK.length < bytes.length ? Buffer.concat([MARK, compressed]) : bytes
}

/** As `toStored`, for a value with this life; null = for ever. A lasting one stays text. */
export function toStoredFor(text: string, ttlSeconds: number | null): StoredValue {
  return ttlSeconds === null || ttlSeconds > LASTING_SECONDS ? text : toStored(text)
}

/** The text of a stored value. Throws an Error when it is marked as compressed and is not, or is longer than 64 MiB. */
export function fromStored(stored: Buffer): string {
  if (stored[0] !== MARK[0]) return stored.toString()
  return zstdDecompressSync(stored.subarray(MARK.length), { maxOutputLength: MAX_TEXT_BYTES }).toString()
}

/** As `fromStored`; null stays null. */
export function fromStoredOrNull(stored: Buffer | null | undefined): string | null {
  return stored === null || stored === undefined ? null : fromStored(stored)
}
