import type { Element } from 'domhandler'
import { explicitRole, isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { parentOf } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** An element between the item and its list is reported by `list`. */
export const listitem = rule({
  id: 'listitem',
  severity: 'warning',
  title: 'List items outside a list',
  passTitle: 'List items are inside a list',
  why: 'A list item outside a list is not announced as an item, nor counted.',
  fix: 'Put the li elements directly into a ul or ol element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/listitem',
  excludes:
    'Items with an element between them and their list are not checked; the rule list reports that element.',
  needs: ['document'],
  messages: {
    outside: '{affected} of {total} list {total:item|items} {affected:is|are} outside a list: {element}.',
  },

  check({ document }) {
    const items = document
      .byTag('li')
      .filter((item) => explicitRole(item) === null && document.isExposed(item))
    return evaluateElements(items, 'outside', (item) => faultOf(document, item))
  },
})

function faultOf(document: PageDocument, item: Element) {
  const parent = parentOf(item)
  if (parent === null) return ''
  const role = roleOf(document, parent)
  if (role === 'list' || isPresentational(role)) return null
  // Publishing had lists of endnotes and sources, whose roles now are those of sections (DPUB-ARIA 1.1).
  if (role?.startsWith('doc-')) return undecided
  if (explicitRole(parent) !== null) return `role="${role}"`
  if (parent.name.includes('-') || parent.name === 'slot') return undecided
  const around = parentOf(parent)
  return around !== null && roleOf(document, around) === 'list' && explicitRole(around) === null
    ? null
    : parent.name
}
