import { outcomeTopics } from '#shared/messages/topics.ts'

/** Where a reader goes on, by topic: the offset of the next record. */
export type Positions = ReadonlyMap<string, number>

/** A version, then one field per topic in the order of `outcomeTopics`, to which topics may only be added at the end. */
const CURSOR = /^1(\.[0-9a-z]{0,10})*$/
const RADIX = 36

/** The positions as a short text of letters, digits and dots, to come back with. */
export function encodeCursor(positions: Positions): string {
  const fields = outcomeTopics.map((topic) => positions.get(topic)?.toString(RADIX) ?? '')
  return ['1', ...fields].join('.')
}

/** The positions that a cursor names, of all or some topics; null when it is none. */
export function decodeCursor(cursor: string): Positions | null {
  const [, ...fields] = cursor.split('.')
  if (!CURSOR.test(cursor) || fields.length > outcomeTopics.length) return null
  const named = fields.flatMap((field, index): [string, number][] =>
    field === '' ? [] : [[outcomeTopics[index] as string, Number.parseInt(field, RADIX)]],
  )
  return new Map(named)
}
