import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { roleOf } from '../aria/role.ts'
import { closest } from '../page/ancestors.ts'
import { cellsOf, rowsOf } from './table-grid.ts'

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
