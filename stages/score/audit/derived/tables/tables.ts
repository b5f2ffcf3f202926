import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, roleOf } from '../aria/role.ts'
import { childElements, nearest } from '../page/tree.ts'

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
export const tableOf: (cell: Element) => Element | null = nearest(({ name }) => name === 'table')

/** The rows of a table without those of nested tables (HTML Standard, 4.9.1: head, bodies and their rows, foot). */
export function rowsOf(table: Element): Element[] {
  const parts = childElements(table)
  const rowsIn = (name: string) => parts.filter((part) => part.name === name).flatMap(childElements)
  const body = parts.flatMap((part) => {
    if (part.name === 'tr') return [part]
    return part.name === 'tbody' ? childElements(part) : []
  })
  return [...rowsIn('thead'), ...body, ...rowsIn('tfoot')].filter(({ name }) => name === 'tr')
}

/** The cells of a row. */
export function cellsOf(row: Element): Element[] {
  return childElements(row).filter(({ name }) => name === 'td' || name === 'th')
}

/** Whether the cell is a header: a `th`, unless its role says otherwise, or any cell with a role that says so. */
export function isHeaderCell(cell: Element): boolean {
  const role = explicitRole(cell)
  return role === null ? cell.name === 'th' : role === 'columnheader' || role === 'rowheader'
}
