import type { Element } from 'domhandler'

/** A row of a table. Its cells may span further rows of the same group. */
export interface TableRow {
  readonly cells: readonly Element[]
  readonly group: unknown
}

/** The cells of a table by row and column; a spanning cell stands in each slot that it covers. */
export interface TableGrid {
  readonly rows: readonly (readonly (Element | undefined)[])[]
  /** First row and column of each cell. */
  readonly positions: ReadonlyMap<Element, { readonly row: number; readonly column: number }>
  /** Whether the table has more slots than were laid out. */
  readonly isCut: boolean
}

/** Attributes that place a cell. */
interface Placement {
  readonly width: string
  readonly height: string
  /** Names the column, from 1. */
  readonly column?: string
}

/** Spans of `td` and `th` elements (HTML Standard, 4.9.11). */
export const byHtml: Placement = { width: 'colspan', height: 'rowspan' }
/** Spans and columns of cells by role (WAI-ARIA 1.2, 6.6). */
export const byAria: Placement = { width: 'aria-colspan', height: 'aria-rowspan', column: 'aria-colindex' }

/** Maximum number of slots that are laid out: spans multiply. */
const MAX_SLOTS = 20_000
const MAX_COLUMNS = 1_000
const MAX_ROWS = 65_534

/** Lays a table out (HTML Standard, 4.9.12, "forming a table"). */
export function gridOf(rows: readonly TableRow[], placement: Placement): TableGrid {
  const slots: (Element | undefined)[][] = rows.map(() => [])
  const positions = new Map<Element, { row: number; column: number }>()
  const ends = groupEnds(rows)
  let left = MAX_SLOTS

  function fill(cell: Element, row: number, column: number): void {
    positions.set(cell, { row, column })
    const width = spanOf(cell, placement.width, MAX_COLUMNS) || 1
    const end = ends[row] as number
    const height = spanOf(cell, placement.height, MAX_ROWS) || end
    for (let y = row; y < Math.min(row + height, end); y += 1)
      for (let x = column; x < column + width && left > 0; x += 1) {
        ;(slots[y] as (Element | undefined)[])[x] ??= cell
        left -= 1
      }
  }

  for (const [row, { cells }] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      column = Math.max(column, columnOf(cell, placement))
      while (slots[row]?.[column] !== undefined) column += 1
      if (left > 0) fill(cell, row, column)
    }
  }
  return { rows: slots, positions, isCut: left <= 0 }
}

/** For each row, the index of the first row behind its group. */
function groupEnds(rows: readonly TableRow[]): number[] {
  const ends: number[] = []
  for (let row = rows.length - 1; row >= 0; row -= 1) {
    const isLast = rows[row]?.group !== rows[row + 1]?.group
    ends[row] = isLast ? row + 1 : (ends[row + 1] as number)
  }
  return ends
}

/** The span as browsers read it, at most `most`; 0 is a span to the end. */
function spanOf({ attribs }: Element, name: string, most: number): number {
  const span = Number.parseInt(attribs[name] ?? '', 10)
  return Number.isNaN(span) || span < 0 ? 1 : Math.min(span, most)
}

function columnOf({ attribs }: Element, { column }: Placement): number {
  const named = column === undefined ? Number.NaN : Number.parseInt(attribs[column] ?? '', 10)
  return named > 0 ? Math.min(named, MAX_COLUMNS) - 1 : 0
}
