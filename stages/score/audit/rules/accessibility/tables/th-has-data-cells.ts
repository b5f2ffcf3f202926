import type { Element } from 'domhandler'
import { isNamedByContent } from '../../../derived/names/accessible-name.ts'
import { exposedTables, tableCells } from '../../../derived/tables/tables.ts'
import { evaluateElements, type undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { headersWithoutCells } from './header-cells.ts'

/** Scripts fill a table without data cells. */
export const thHasDataCells = rule({
  id: 'th-has-data-cells',
  severity: 'warning',
  title: 'Header cells head some cells',
  why: 'A cell is read with its header. A header that heads nothing says nothing, and often its cells lack one.',
  fix: 'Check the scope of the header cell, or make it a td element if it heads nothing.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/d0f69e/',
  needs: ['document'],
  messages: { alone: '{affected} of {total} header cells head no cell.' },

  check({ document }) {
    const faults = new Map<Element, string | typeof undecided>()
    const headers = exposedTables(document).flatMap((table) => {
      for (const [header, fault] of headersWithoutCells(table)) faults.set(header, fault)
      return tableCells(table).filter((cell) => cell.name === 'th' && isNamedByContent(document, cell))
    })
    return evaluateElements(headers, 'alone', (header) => faults.get(header) ?? null)
  },
})
