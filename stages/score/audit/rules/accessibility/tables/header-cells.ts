import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { idsOf } from '../../../derived/names/id-references.ts'
import { cellsOf, gridOf, rowsOf, type TableGrid } from '../../../derived/tables/tables.ts'
import { undecided } from '../../../engine/evaluate.ts'

/**
 * The header cells of a table that head no cell (HTML Standard, 4.9.12.2). All are `undecided` where the table has
 * no other cells, or more than are laid out.
 */
export function headersWithoutCells(table: Element): Map<Element, '' | typeof undecided> {
  const cells = rowsOf(table).flatMap(cellsOf)
  const headers = cells.filter(({ name }) => name === 'th')
  const faults = new Map<Element, '' | typeof undecided>()
  if (headers.length === 0) return faults
  const grid = gridOf(table)
  const isOpen = grid.isCut || headers.length === cells.length
  const named = new Set(cells.flatMap(({ attribs }) => idsOf(attribs.headers)))
  const data = dataIn(grid)
  for (const header of headers) {
    if (named.has(header.attribs.id ?? '')) continue
    if (isOpen) faults.set(header, undecided)
    else if (!headsSome(grid, data, header)) faults.set(header, '')
  }
  return faults
}

/** Positions of a table's data cells. */
interface Data {
  readonly rows: ReadonlySet<number>
  /** The last row of each column with a data cell or a row header: a column header heads those too. */
  readonly lastRow: ReadonlyMap<number, number>
}

function dataIn({ rows: slots, positions }: TableGrid): Data {
  const rows = new Set<number>()
  const lastRow = new Map<number, number>()
  for (const [y, row] of slots.entries()) {
    if (row.some((cell) => cell?.name === 'td')) rows.add(y)
    for (const [x, cell] of row.entries()) {
      const isHeaded =
        cell?.name === 'td' ||
        (cell !== undefined && positions.get(cell)?.row === y && isRowHeader(cell, rows.has(y)))
      if (isHeaded) lastRow.set(x, y)
    }
  }
  return { rows, lastRow }
}

function isRowHeader(header: Element, isBesideData: boolean): boolean {
  const scope = scopeOf(header)
  return scope === 'row' || (scope === null && isBesideData)
}

/** The cells of a row may be on either side of its header: right-to-left rows begin at the right. */
function headsSome(grid: TableGrid, data: Data, header: Element): boolean {
  const place = grid.positions.get(header)
  if (place === undefined) return true
  const scope = scopeOf(header)
  if (scope !== 'col' && data.rows.has(place.row)) return true
  const row = grid.rows[place.row] ?? []
  for (let column = place.column; scope !== 'row' && row[column] === header; column += 1)
    if ((data.lastRow.get(column) ?? 0) > place.row) return true
  return false
}

/** The `scope` of the header; null where browsers have to determine it. */
function scopeOf(header: Element): 'col' | 'row' | null {
  const role = explicitRole(header)
  if (role === 'columnheader') return 'col'
  if (role === 'rowheader') return 'row'
  const scope = header.attribs.scope?.trim().toLowerCase() ?? ''
  if (scope.startsWith('col')) return 'col'
  return scope.startsWith('row') ? 'row' : null
}
