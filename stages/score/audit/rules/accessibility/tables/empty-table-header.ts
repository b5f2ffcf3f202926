import { type Element, isText } from 'domhandler'
import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { isNamedByContent, nameFault } from '../../../derived/names/accessible-name.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { isNamelessImage } from '../../../derived/names/nameless.ts'
import { childElements, markUpwards } from '../../../derived/page/tree.ts'
import { tableOf } from '../../../derived/tables/tables.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

export const emptyTableHeader = rule({
  id: 'empty-table-header',
  severity: 'info',
  title: 'Empty table headers',
  passTitle: 'Table headers are not empty',
  why: 'A cell is read together with its header; an empty header says nothing about it.',
  fix: 'Add text to the header cell (an aria-label is not visible), or use a td element for an empty corner.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/empty-table-header',
  excludes:
    'A header with a link, a control or an image without alternative text is not empty; what these lack is reported by their own rules. Headers in layout tables are not headers.',
  needs: ['document'],
  messages: { empty: '{affected} of {total} header {total:cell|cells} {affected:is|are} empty: {element}.' },

  check({ document }) {
    const headers = [
      ...document.byTag('th').filter((cell) => {
        if (cell.attribs.role !== undefined || !document.isExposed(cell)) return false
        const table = tableOf(cell)
        return table === null || !isPresentational(roleOf(document, table))
      }),
      ...exposedWithRole(document, 'columnheader', 'rowheader'),
    ]
    if (headers.length === 0) return notApplicable
    const holders = holdersOfControls(document)
    return evaluateElements(headers, 'empty', (header) =>
      holders.has(header) || hasOwnText(header) ? null : contentFault(document, header),
    )
  },
})

function holdersOfControls(document: PageDocument): ReadonlySet<Element> {
  const holders = new Set<Element>()
  const parts = document.byTag('a', 'button', 'img', 'input', 'select', 'textarea')
  for (const part of parts)
    if (document.isExposed(part) && (part.name !== 'img' || isNamelessImage(document, part)))
      markUpwards(holders, part)
  return holders
}

function hasOwnText(header: Element): boolean {
  return header.children.some((child) => isText(child) && hasText(child.data))
}

function contentFault(document: PageDocument, header: Element) {
  const parts = childElements(header)
  if (parts.some((part) => isNamedByContent(document, part))) return null
  return parts.some((part) => nameFault(document, part) === undecided) ? undecided : ''
}
