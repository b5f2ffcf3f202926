import { type Element, isTag, isText } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const list = rule({
  id: 'list',
  severity: 'warning',
  title: 'Lists hold list items alone',
  why: 'Screen readers say how many items a list has. What is no item breaks the list up, or is not counted.',
  fix: 'Put everything that a ul or ol element holds into li elements.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/list',
  needs: ['document'],
  messages: { others: '{affected} of {total} lists hold something that is no list item.' },

  check({ document }) {
    const lists = document
      .byTag('ol', 'ul')
      .filter((list) => explicitRole(list) === null && document.isExposed(list))
    return evaluateElements(lists, 'others', (list) => faultOf(document, list))
  },
})

function faultOf(document: PageDocument, list: Element) {
  if (list.children.some((child) => isText(child) && child.data.trim() !== '')) return 'text'
  const children = list.children.filter(isTag).filter((child) => document.isExposed(child))
  const items = children.filter(
    (child) => (explicitRole(child) ?? (child.name === 'li' ? 'listitem' : '')) === 'listitem',
  )
  const others = children.filter((child) => child.name !== 'li' && !items.includes(child))
  const plain = others.find(({ name }) => !name.includes('-'))
  if (plain !== undefined) return plain.name
  if (others.length > 0) return undecided
  return children.length > 0 && items.length === 0 ? (children[0]?.attribs.role ?? '') : null
}
