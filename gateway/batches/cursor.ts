/** A version, then the place in a list. */
const CURSOR = /^1\.([0-9a-z]{1,10})$/
const RADIX = 36

/** A place in the list of batches as a short text, to come back with. */
export function cursorOf(place: number): string {
  return `1.${place.toString(RADIX)}`
}

/** The place that a cursor names; null when it is none. */
export function placeOf(cursor: string): number | null {
  const [, place] = CURSOR.exec(cursor) ?? []
  return place === undefined ? null : Number.parseInt(place, RADIX)
}
