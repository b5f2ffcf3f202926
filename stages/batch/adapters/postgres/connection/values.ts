import pg from 'pg'

/** Identifiers of types in PostgreSQL (`pg_type.dat`); the same on every server. */
const INT8 = 20
const BYTEA = 17
const JSON_TEXT = 114
const JSONB = 3802
const INT8_ARRAY = 1016

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: Number,
  [JSON_TEXT]: (text) => text,
  [JSONB]: (text) => text,
  [INT8_ARRAY]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
}

/** How values of the server arrive: see `Session`. Arrays of `int8` have no nulls. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format as 'text'),
}

/**
 * Values as they are sent. PostgreSQL's texts have no U+0000, which pages may have in theirs: it becomes U+FFFD. An array of
 * buffers is sent in binary form: as hexadecimal text it costs both sides twice as much.
 */
export function sentValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (!Array.isArray(value)) return sent(value)
    return value.some(isBytes) ? byteaArray(value) : value.map(sent)
  })
}

/** The values of a statement that takes an array for each of these columns. */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  ...columns: readonly (keyof Row)[]
): unknown[][] {
  return columns.map((column) => rows.map((row) => row[column]))
}

const isBytes = (value: unknown) => value instanceof Uint8Array

function sent(value: unknown): unknown {
  return typeof value === 'string' ? storedText(value) : value
}

/** A text as it is stored. */
export function storedText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{fffd}') : text
}

/** In an array's header, before its elements: dimensions, whether there are nulls, type, length, lower bound. */
const HEADER = 20
const LENGTH = 4
const NULL_LENGTH = -1

/** The binary form of `bytea[]` (`array_send` of PostgreSQL): big-endian, each element after its length. */
function byteaArray(elements: readonly (Uint8Array | null)[]): Buffer {
  const size = elements.reduce((sum, element) => sum + LENGTH + (element?.length ?? 0), HEADER)
  const array = Buffer.allocUnsafe(size)
  let at = 0
  for (const field of [1, 1, BYTEA, elements.length, 1]) at = array.writeInt32BE(field, at)
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? NULL_LENGTH, at)
    if (element === null) continue
    array.set(element, at)
    at += element.length
  }
  return array
}
