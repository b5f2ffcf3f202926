import { eventTopics } from '#shared/messages/topics.ts'

/** Next offset of each topic. */
export type Positions = ReadonlyMap<string, number>

/**
 * A version, then a base-36 offset for each topic, in the order of `eventTopics`. New topics may only be appended
 * there.
 */
const CURSOR = /^1(\.[0-9a-z]{0,10})*$/
const RADIX = 36

/** Encodes the positions as a cursor of letters, digits and dots. */
export function encodeCursor(positions: Positions): string {
  const fields = eventTopics.map((topic) => positions.get(topic)?.toString(RADIX) ?? '')
  return ['1', ...fields].join('.')
}

/** The positions in a cursor, of some or all topics; null when it is not a cursor. */
export function decodeCursor(cursor: string): Positions | null {
  const [, ...fields] = cursor.split('.')
  if (!CURSOR.test(cursor) || fields.length > eventTopics.length) return null
  const named = fields.flatMap((field, index): [string, number][] =>
    field === '' ? [] : [[eventTopics[index] as string, Number.parseInt(field, RADIX)]],
  )
  return new Map(named)
}
