import type { Element } from 'domhandler'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import { parentOf } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** An element between the entry and its list is reported by `definition-list`. */
export const dlitem = rule({
  id: 'dlitem',
  severity: 'warning',
  title: 'Terms and descriptions stand in description lists',
  why: 'Outside of a description list a term and its description are not announced as such.',
  fix: 'Put the dt and dd elements into a dl element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/dlitem',
  needs: ['document'],
  messages: { outside: '{affected} of {total} terms and descriptions stand outside of a description list.' },

  check({ document }) {
    const entries = document
      .byTag('dd', 'dt')
      .filter((entry) => explicitRole(entry) === null && document.isExposed(entry))
    return evaluateElements(entries, 'outside', (entry) =>
      isInList(entry) ? null : (parentOf(entry)?.name ?? ''),
    )
  },
})

function isInList(entry: Element): boolean {
  const parent = parentOf(entry)
  return isList(parent) || isList(parent === null ? null : parentOf(parent))
}

function isList(element: Element | null): boolean {
  if (element?.name !== 'dl') return false
  const role = explicitRole(element)
  return role === null || role === 'list' || isPresentational(role)
}
