/** A version, then the position in the list in base 36. */
const CURSOR = /^1\.([0-9a-z]{1,10})$/
const RADIX = 36

/** Encodes a position in the list of batches as an opaque cursor. */
export function encodeListCursor(position: number): string {
  return `1.${position.toString(RADIX)}`
}

/** The position that a cursor encodes; null when it is not a cursor. */
export function decodeListCursor(cursor: string): number | null {
  const [, position] = CURSOR.exec(cursor) ?? []
  return position === undefined ? null : Number.parseInt(position, RADIX)
}
