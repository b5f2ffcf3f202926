import type { Element } from 'domhandler'
import { idsOf } from '../../../derived/names/id-references.ts'
import { exposedTables, isHeaderCell, tableCells } from '../../../derived/tables/tables.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const tdHeadersAttr = rule({
  id: 'td-headers-attr',
  severity: 'warning',
  title: 'Invalid headers attributes in tables',
  passTitle: 'headers attributes in tables are valid',
  why: 'A cell that references its headers is read together with them. References to anything but header cells of the same table have no effect.',
  fix: 'Use the ids of header cells of the same table in the headers attribute.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/a25f45/',
  needs: ['document'],
  messages: {
    wrong:
      '{affected} of {total} {total:cell|cells} {affected:references itself, or something that is not a header cell of its|reference themselves, or something that is not a header cell of their} table: "{first}".',
  },

  check({ document }) {
    const faults = new Map<Element, string>()
    const naming = exposedTables(document).flatMap((table) => {
      const cells = tableCells(table)
      const named = cells.filter((cell) => idsOf(cell.attribs.headers).length > 0 && document.isExposed(cell))
      if (named.length === 0) return named
      const ids = new Set(cells.filter(isHeaderCell).map(({ attribs }) => attribs.id))
      for (const cell of named) {
        const wrong = idsOf(cell.attribs.headers).find((id) => id === cell.attribs.id || !ids.has(id))
        if (wrong !== undefined) faults.set(cell, wrong)
      }
      return named
    })
    return evaluateElements(naming, 'wrong', (cell) => faults.get(cell) ?? null)
  },
})
