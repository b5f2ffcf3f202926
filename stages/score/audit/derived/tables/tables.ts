import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { roleOf } from '../aria/role.ts'
import { childElements, closest } from '../page/tree.ts'

const tableRoles = new Set(['grid', 'table', 'treegrid'])

/** Tables that are exposed as tables to assistive technology. */
export const exposedTables = memoize((document: PageDocument): readonly Element[] =>
  document
    .byTag('table')
    .filter((table) => document.isExposed(table) && tableRoles.has(roleOf(document, table) ?? '')),
)

/** The cells of a table, row by row. */
export function tableCells(table: Element): Element[] {
  return rowsOf(table).flatMap(cellsOf)
}

/** The table of a cell. */
export function tableOf(cell: Element): Element | null {
  return closest(cell, ({ name }) => name === 'table')
}

/** The cells of a table by row and column; a spanning cell stands in each slot that it covers. */
export interface TableGrid {
  readonly rows: readonly (readonly (Element | undefined)[])[]
  /** First row and column of each cell. */
  readonly positions: ReadonlyMap<Element, { readonly row: number; readonly column: number }>
  /** Whether the table has more slots than were laid out. */
  readonly isCut: boolean
}

/** Maximum number of slots that are laid out: spans multiply. */
const MAX_SLOTS = 20_000
const sections = new Set(['tbody', 'tfoot', 'thead'])

/** The rows of a table without those of nested tables (HTML Standard, 4.9.1: head, bodies and their rows, foot). */
export function rowsOf(table: Element): Element[] {
  const parts = childElements(table)
  const rowsIn = (name: string) => parts.filter((part) => part.name === name).flatMap(childElements)
  const body = parts.flatMap((part) => {
    if (part.name === 'tr') return [part]
    return sections.has(part.name) && part.name === 'tbody' ? childElements(part) : []
  })
  return [...rowsIn('thead'), ...body, ...rowsIn('tfoot')].filter(({ name }) => name === 'tr')
}

/** The cells of a row. */
export function cellsOf(row: Element): Element[] {
  return childElements(row).filter(({ name }) => name === 'td' || name === 'th')
}

/** Lays a table out (HTML Standard, 4.9.12, "forming a table"). */
export function gridOf(table: Element): TableGrid {
  const trs = rowsOf(table)
  const rows: (Element | undefined)[][] = trs.map(() => [])
  const positions = new Map<Element, { row: number; column: number }>()
  let left = MAX_SLOTS

  function fill(cell: Element, row: number, column: number): void {
    positions.set(cell, { row, column })
    const width = spanOf(cell, 'colspan', 1_000)
    const height = spanOf(cell, 'rowspan', 65_534) || trs.length
    for (let y = row; y < Math.min(row + height, trs.length); y += 1)
      for (let x = column; x < column + width && left > 0; x += 1) {
        ;(rows[y] as (Element | undefined)[])[x] ??= cell
        left -= 1
      }
  }

  for (const [row, tr] of trs.entries()) {
    const slots = rows[row] as (Element | undefined)[]
    let column = 0
    for (const cell of cellsOf(tr)) {
      while (slots[column] !== undefined) column += 1
      if (left > 0) fill(cell, row, column)
    }
  }
  return { rows, positions, isCut: left <= 0 }
}

function spanOf({ attribs }: Element, name: 'colspan' | 'rowspan', most: number): number {
  const span = Number.parseInt(attribs[name] ?? '', 10)
  if (Number.isNaN(span) || span < 0 || (span === 0 && name === 'colspan')) return 1
  return Math.min(span, most)
}
