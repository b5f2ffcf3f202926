import type { Element } from 'domhandler'
import { explicitRole, isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { parentOf } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** An element between the entry and its list is reported by `definition-list`. */
export const dlitem = rule({
  id: 'dlitem',
  severity: 'warning',
  title: 'Terms or descriptions outside a description list',
  passTitle: 'Terms and descriptions are inside a list',
  why: 'Outside a description list, a term and its description are not announced as such.',
  fix: 'Put the dt and dd elements into a dl element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/dlitem',
  needs: ['document'],
  messages: {
    outside:
      '{affected} of {total} dt and dd {total:element|elements} {affected:is|are} outside a description list: {element}.',
  },

  check({ document }) {
    const entries = document
      .byTag('dd', 'dt')
      .filter((entry) => explicitRole(entry) === null && document.isExposed(entry))
    return evaluateElements(entries, 'outside', (entry) =>
      isInList(document, entry) ? null : (parentOf(entry)?.name ?? ''),
    )
  },
})

function isInList(document: PageDocument, entry: Element): boolean {
  const parent = parentOf(entry)
  if (isList(document, parent)) return true
  return parent !== null && isPlain(parent) && isList(document, parentOf(parent))
}

/** What has a role of its own cuts its entries off from the list. */
function isPlain(parent: Element): boolean {
  const role = explicitRole(parent)
  return role === null || isPresentational(role)
}

function isList(document: PageDocument, element: Element | null): boolean {
  if (element?.name !== 'dl') return false
  const role = roleOf(document, element)
  return role === null || role === 'list' || isPresentational(role)
}
