import type { Element } from 'domhandler'
import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { isNamedByAuthor, isNamedByContent } from '../../../derived/names/accessible-name.ts'
import { childElements } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** A header cell with a control is not empty. */
export const emptyTableHeader = rule({
  id: 'empty-table-header',
  severity: 'info',
  title: 'Header cells have text',
  why: 'A cell is read with its header; an empty header says nothing about it.',
  fix: 'Write a text into the header cell, or make an empty corner a td element.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/empty-table-header',
  needs: ['document'],
  messages: { empty: '{affected} of {total} header cells are empty.' },

  check({ document }) {
    const headers = [
      ...document.byTag('th').filter((cell) => cell.attribs.role === undefined && document.isExposed(cell)),
      ...exposedWithRole(document, 'columnheader', 'rowheader'),
    ]
    return evaluateElements(headers, 'empty', (header) =>
      holdsElements(header) || isNamedByContent(document, header) || isNamedByAuthor(document, header)
        ? null
        : '',
    )
  },
})

function holdsElements(header: Element): boolean {
  return childElements(header).some(({ name }) => !['b', 'br', 'i', 'p', 'span', 'strong'].includes(name))
}
