/** A version, then the place in a list. */
const CURSOR = /^1\.([0-9a-z]{1,10})$/
const RADIX = 36

/** A place in the list of batches as a short text, to come back with. */
export function encodeListCursor(position: number): string {
  return `1.${position.toString(RADIX)}`
}

/** The place that a cursor names; null when it is none. */
export function decodeListCursor(cursor: string): number | null {
  const [, position] = CURSOR.exec(cursor) ?? []
  return position === undefined ? null : Number.parseInt(position, RADIX)
}
