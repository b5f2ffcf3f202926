import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { exposedWithRole } from '../aria/exposed.ts'
import { explicitRole } from '../aria/role.ts'
import { nearestIn } from '../page/tree.ts'

/** The rows of a table that is made of roles, each with its cells. */
export type AriaTable = readonly (readonly Element[])[]

const cellRoles = new Set(['cell', 'columnheader', 'gridcell', 'rowheader'])

/**
 * Exposed tables and grids that are made of roles instead of `table` elements (WAI-ARIA 1.2, 5.4). Left out are
 * those with a part that `aria-owns` moves.
 */
export function ariaTables(document: PageDocument): AriaTable[] {
  const tables = exposedWithRole(document, 'grid', 'table', 'treegrid').filter(({ name }) => name !== 'table')
  if (tables.length === 0) return []
  const tableOf = nearestIn(new Set([...tables, ...document.byTag('table')]))
  const moved = new Set(document.withAttribute('aria-owns').flatMap((owner) => [owner, tableOf(owner)]))
  const rows = exposedWithRole(document, 'row')
  const rowsByTable = Map.groupBy(rows, tableOf)
  const cellsByRow = Map.groupBy(cellsByRole(document), nearestIn(new Set(rows)))
  return tables
    .filter((table) => !moved.has(table))
    .map((table) => (rowsByTable.get(table) ?? []).map((row) => cellsByRow.get(row) ?? []))
}

function cellsByRole(document: PageDocument): Element[] {
  return document
    .withAttribute('role')
    .filter((element) => cellRoles.has(explicitRole(element) ?? '') && document.isExposed(element))
}
