import { eventTopics } from '#shared/messages/topics.ts'

/** Next offset of each partition of a topic, by partition number; undefined where it is not known. */
export type Positions = ReadonlyMap<string, readonly (number | undefined)[]>

/**
 * A version, then a field for each topic, in the order of `eventTopics`. New topics may only be appended there. A field
 * has a base-36 offset for each partition, with `_` between them.
 */
const CURSOR = /^1(\.[0-9a-z_]*)*$/
const OFFSET = /^[0-9a-z]{0,10}$/
const RADIX = 36
/** Cursors travel in headers and URLs, which HTTP servers limit to some 16 KiB in total. */
export const MAX_CURSOR_LENGTH = 8192

/** Encodes the positions as a cursor of letters, digits, dots and underscores. */
export function encodeCursor(positions: Positions): string {
  const fields = eventTopics.map((topic) => encodeOffsets(positions.get(topic) ?? []))
  return ['1', ...fields].join('.')
}

function encodeOffsets(offsets: readonly (number | undefined)[]): string {
  return Array.from(offsets, (offset) => offset?.toString(RADIX) ?? '').join('_')
}

/** The positions in a cursor, of some or all topics; null when it is not a cursor. */
export function decodeCursor(cursor: string): Positions | null {
  if (cursor.length > MAX_CURSOR_LENGTH || !CURSOR.test(cursor)) return null
  const [, ...fields] = cursor.split('.')
  if (fields.length > eventTopics.length || !fields.every(isField)) return null
  const named = fields.flatMap((field, index): [string, (number | undefined)[]][] =>
    field === '' ? [] : [[eventTopics[index] as string, decodeOffsets(field)]],
  )
  return new Map(named)
}

/** Whether the field is empty, or has at least one offset and none that is too long. */
function isField(field: string): boolean {
  const offsets = field.split('_')
  return field === '' || (offsets.every((text) => OFFSET.test(text)) && offsets.some((text) => text !== ''))
}

function decodeOffsets(field: string): (number | undefined)[] {
  return field.split('_').map((text) => (text === '' ? undefined : Number.parseInt(text, RADIX)))
}
