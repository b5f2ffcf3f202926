import { type Element, isTag, isText } from 'domhandler'
import { explicitRole, roleOf } from '../../../derived/aria/role.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const list = rule({
  id: 'list',
  severity: 'warning',
  title: 'Lists with invalid children',
  passTitle: 'Lists contain only list items',
  why: 'Screen readers announce the number of items in a list. Anything that is not a list item breaks the list up, or is not counted.',
  fix: 'Put everything inside a ul or ol element into li elements.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/list',
  excludes: 'Lists with a role of their own, custom elements and slots in a list are not checked.',
  needs: ['document'],
  messages: {
    others:
      '{affected} of {total} {total:list|lists} {affected:contains|contain} something other than list items: {element}.',
  },

  check({ document }) {
    const lists = document
      .byTag('ol', 'ul')
      .filter((list) => explicitRole(list) === null && document.isExposed(list))
    return evaluateElements(lists, 'others', (list) => faultOf(document, list))
  },
})

function faultOf(document: PageDocument, list: Element) {
  if (list.children.some((child) => isText(child) && child.data.trim() !== '')) return 'text'
  const others = list.children
    .filter(isTag)
    .filter((child) => document.isExposed(child) && !isItem(document, child))
  const plain = others.find(({ name }) => !name.includes('-') && name !== 'slot')
  if (plain !== undefined) return explicitRole(plain) ?? plain.name
  return others.length > 0 ? undecided : null
}

/** Items of publishing are list items (DPUB-ARIA 1.1). */
const items = new Set(['doc-biblioentry', 'doc-endnote', 'listitem'])

function isItem(document: PageDocument, child: Element): boolean {
  return items.has(roleOf(document, child) ?? '')
}
