/** Byte strings in one: as an array they would be written in hexadecimal digits, and read again. */
export interface PackedBytes {
  readonly bytes: Buffer
  /** Where each one begins, from 1 as `substring` counts, and its length. */
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
}

/** Packs byte strings for a statement that takes them apart: `substring($1::bytea, start, length)`. */
export function packBytes(parts: readonly Uint8Array[]): PackedBytes {
  let next = 1
  const starts = parts.map(({ length }) => {
    const start = next
    next += length
    return start
  })
  return { bytes: Buffer.concat(parts), starts, lengths: parts.map(({ length }) => length) }
}
