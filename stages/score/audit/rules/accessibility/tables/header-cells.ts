import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { idsOf } from '../../../derived/names/id-references.ts'
import type { TableGrid, TableRow } from '../../../derived/tables/table-grid.ts'
import { isHeaderCell } from '../../../derived/tables/tables.ts'
import { undecided } from '../../../engine/evaluate.ts'

/**
 * The header cells of a table that head no cell (HTML Standard, 4.9.12.2). They are `undecided` where the table has
 * no other cells, or more than are laid out. A header without a scope may head its row and its column.
 */
export function headersWithoutCells(
  rows: readonly TableRow[],
  grid: TableGrid,
): Map<Element, '' | typeof undecided> {
  const cells = rows.flatMap((row) => row.cells)
  const headers = cells.filter(isHeaderCell)
  const faults = new Map<Element, '' | typeof undecided>()
  if (headers.length === 0) return faults
  const isOpen = grid.isCut || headers.length === cells.length
  const named = namedBy(cells)
  const assignable = assignableIn(rows, grid, ownHeaders(cells, headers))
  for (const header of headers) {
    if (named.has(header.attribs.id ?? '') || headsSome(grid, assignable, header)) continue
    faults.set(header, isOpen ? undecided : '')
  }
  return faults
}

/** Ids that other cells name as their headers. */
function namedBy(cells: readonly Element[]): ReadonlySet<string> {
  return new Set(
    cells.flatMap(({ attribs }) =>
      [...idsOf(attribs.headers), ...idsOf(attribs['aria-labelledby'])].filter((id) => id !== attribs.id),
    ),
  )
}

/** The cells that name a header of the table. What names none of them is reported by td-headers-attr. */
function ownHeaders(cells: readonly Element[], headers: readonly Element[]): ReadonlySet<Element> {
  const ids = new Set(headers.map(({ attribs }) => attribs.id))
  return new Set(
    cells.filter(({ attribs }) => idsOf(attribs.headers).some((id) => id !== attribs.id && ids.has(id))),
  )
}

/** Positions of the cells that get their headers by position. */
interface Assignable {
  /** Rows with data cells. */
  readonly dataRows: ReadonlySet<number>
  /** The last column, of each row, in which a cell begins. */
  readonly lastColumn: ReadonlyMap<number, number>
  /** The last row, of each column, in which a cell begins. */
  readonly lastRow: ReadonlyMap<number, number>
  /** The last row of the table, and of each row's group, in which a cell begins. */
  readonly last: number
  readonly lastOfGroup: ReadonlyMap<unknown, number>
  readonly groups: readonly unknown[]
}

function assignableIn(
  rows: readonly TableRow[],
  { rows: slots, positions }: TableGrid,
  others: ReadonlySet<Element>,
): Assignable {
  const dataRows = new Set<number>()
  const lastColumn = new Map<number, number>()
  const lastRow = new Map<number, number>()
  const lastOfGroup = new Map<unknown, number>()
  for (const [y, row] of slots.entries())
    for (const [x, cell] of row.entries()) {
      if (cell === undefined || others.has(cell)) continue
      const place = positions.get(cell) ?? { row: y, column: x }
      if (!isHeaderCell(cell)) dataRows.add(y)
      raise(lastColumn, y, place.column)
      raise(lastRow, x, place.row)
      raise(lastOfGroup, rows[y]?.group, place.row)
    }
  const last = [...lastOfGroup.values()].reduce((a, b) => Math.max(a, b), 0)
  return { dataRows, lastColumn, lastRow, last, lastOfGroup, groups: rows.map(({ group }) => group) }
}

function raise<Key>(most: Map<Key, number>, key: Key, value: number): void {
  if (value > (most.get(key) ?? -1)) most.set(key, value)
}

/** The cells of a row may be on either side of its header: right-to-left rows begin at the right. */
function headsSome(grid: TableGrid, found: Assignable, header: Element): boolean {
  const place = grid.positions.get(header)
  if (place === undefined) return true
  const scope = scopeOf(header)
  if (scope === 'colgroup') return found.last > place.row
  if (scope === 'rowgroup' && (found.lastOfGroup.get(found.groups[place.row]) ?? 0) > place.row) return true
  if (scope !== 'col' && headsRow(grid, found, header, scope !== null)) return true
  return (scope === 'col' || scope === null) && headsColumn(grid, found, header)
}

function headsRow(grid: TableGrid, found: Assignable, header: Element, isSure: boolean): boolean {
  const { row, column } = grid.positions.get(header) ?? { row: 0, column: 0 }
  for (let y = row; grid.rows[y]?.[column] === header; y += 1) {
    if (found.dataRows.has(y)) return true
    if (isSure && (found.lastColumn.get(y) ?? 0) > column) return true
  }
  return false
}

function headsColumn(grid: TableGrid, found: Assignable, header: Element): boolean {
  const { row, column } = grid.positions.get(header) ?? { row: 0, column: 0 }
  for (let x = column; grid.rows[row]?.[x] === header; x += 1)
    if ((found.lastRow.get(x) ?? 0) > row) return true
  return false
}

const scopes = new Set(['col', 'colgroup', 'row', 'rowgroup'])

/** The `scope` of the header; null where browsers have to determine it. */
function scopeOf(header: Element): string | null {
  const role = explicitRole(header)
  if (role === 'columnheader') return 'col'
  if (role === 'rowheader') return 'row'
  const scope = header.attribs.scope?.toLowerCase() ?? ''
  return scopes.has(scope) ? scope : null
}
