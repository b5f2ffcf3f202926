import { stringify } from 'csv-stringify/sync'
import { isAvailable } from '#shared/operations/parameters.ts'
import { lineColumns, resultColumns } from './columns.ts'
import { parseResultLine, type ResultLine } from './result-lines.ts'

/** Status of a success: what the synchronous call would have answered. */
const OK = 200

/** The header line for the results of an operation, with its line break. */
export function csvHeader(operation: string): string {
  return written([[...lineColumns, ...pathsOf(operation)]])
}

/**
 * Converts result lines to CSV (RFC 4180). Line breaks within a cell become spaces, so that a record is always one
 * line. A text that a spreadsheet would take for a formula gets a leading apostrophe.
 */
export function csvRecords(lines: readonly ResultLine[]): string {
  return written(lines.map(cellsOf))
}

/** Parses a chunk of NDJSON; throws when a line is not a result. */
export function parseResultLines(chunk: Buffer): ResultLine[] {
  return chunk.toString('utf8').trimEnd().split('\n').map(parseResultLine)
}

/** Importers may trim cells. The CSV library marks texts that begin like a formula without leading spaces. */
const INDENTED_FORMULA = /^\s+[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** Numbers stay numbers: `-1` is not a formula. */
type Cell = string | number

function written(records: readonly (readonly Cell[])[]): string {
  return stringify([...records], { record_delimiter: 'windows', escape_formulas: true })
}

function pathsOf(operation: string): readonly string[] {
  return isAvailable(operation) ? resultColumns[operation] : []
}

function cellsOf(line: ResultLine): Cell[] {
  // A result that is no longer stored has a note in its place.
  const own = line.code === undefined ? { ...line, status: OK, message: line.note } : line
  return [
    ...lineColumns.map((name) => cellOf(own[name])),
    ...pathsOf(line.operation).map((path) => cellOf(valueAt(line.result, path))),
  ]
}

function valueAt(result: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | null)?.[name], result)
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return value
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  return INDENTED_FORMULA.test(line) ? `'${line}` : line
}
