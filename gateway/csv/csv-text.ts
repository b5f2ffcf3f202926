import { stringify } from 'csv-stringify/sync'

/** Numbers stay numbers: `-1` is not a formula. */
export type Cell = string | number

/** Importers may trim cells. The CSV library marks texts that begin like a formula without leading spaces. */
const INDENTED_FORMULA = /^\s+[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * Writes records as CSV (RFC 4180), each with a line break. A text that a spreadsheet would take for a formula gets a leading
 * apostrophe.
 */
export function csvText(records: readonly (readonly Cell[])[]): string {
  return stringify([...records], { record_delimiter: 'windows', escape_formulas: true })
}

/** A value as a cell on one line: nothing for null, JSON for objects and lists. */
export function csvCell(value: unknown): Cell {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return value
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  return INDENTED_FORMULA.test(line) ? `'${line}` : line
}
