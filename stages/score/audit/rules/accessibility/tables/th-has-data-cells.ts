import type { Element } from 'domhandler'
import { isNamedByContent } from '../../../derived/names/accessible-name.ts'
import { ariaTables } from '../../../derived/tables/aria-tables.ts'
import { byAria, byHtml, gridOf } from '../../../derived/tables/table-grid.ts'
import { cellsOf, exposedTables, isHeaderCell, rowsOf } from '../../../derived/tables/tables.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, type undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { headersWithoutCells } from './header-cells.ts'

export const thHasDataCells = rule({
  id: 'th-has-data-cells',
  severity: 'warning',
  title: 'Header cells without data cells',
  passTitle: 'Header cells have data cells',
  why: 'A cell is read together with its header. A header without data cells says nothing, and often its cells lack a header.',
  fix: 'Check the scope of the header cell, or use a td element if it has no data cells.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/d0f69e/',
  excludes:
    'Empty headers are reported by empty-table-header. A header without a scope may belong to its row or its column. A table that has only headers may be filled by a script, and one with aria-owns inside is assembled in another order.',
  needs: ['document'],
  messages: {
    alone: '{affected} of {total} header {total:cell|cells} {affected:has|have} no data cells: {element}.',
  },

  check({ document }) {
    const faults = new Map<Element, string | typeof undecided>()
    const headers = tablesOf(document).flatMap(({ rows, placement }) => {
      const headersOfTable = rows
        .flatMap(({ cells }) => cells)
        .filter((cell) => isHeaderCell(cell) && document.isExposed(cell) && isNamedByContent(document, cell))
      if (headersOfTable.length === 0) return []
      for (const [header, fault] of headersWithoutCells(rows, gridOf(rows, placement)))
        faults.set(header, fault)
      return headersOfTable
    })
    return evaluateElements(headers, 'alone', (header) => faults.get(header) ?? null)
  },
})

function tablesOf(document: PageDocument) {
  const html = exposedTables(document).map((table) => ({
    rows: rowsOf(table).map((row) => ({ cells: cellsOf(row), group: row.parent })),
    placement: byHtml,
  }))
  const aria = ariaTables(document).map((table) => ({
    rows: table.map((cells) => ({ cells, group: table })),
    placement: byAria,
  }))
  return [...html, ...aria]
}
