import type { Element } from 'domhandler'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import { parentOf } from '../../../derived/page/tree.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** An element between the item and its list is reported by `list`. */
export const listitem = rule({
  id: 'listitem',
  severity: 'warning',
  title: 'List items stand in lists',
  why: 'A list item outside of a list is not announced as an item, nor counted.',
  fix: 'Put the li elements directly into a ul or ol element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/listitem',
  needs: ['document'],
  messages: { outside: '{affected} of {total} list items stand outside of a list.' },

  check({ document }) {
    const items = document
      .byTag('li')
      .filter((item) => explicitRole(item) === null && document.isExposed(item))
    return evaluateElements(items, 'outside', faultOf)
  },
})

const lists = new Set(['menu', 'ol', 'ul'])

function faultOf(item: Element) {
  const parent = parentOf(item)
  if (parent === null) return ''
  const role = explicitRole(parent)
  if (role === 'list' || isPresentational(role)) return null
  if (lists.has(parent.name)) return role === null ? null : `role="${role}"`
  if (parent.name.includes('-') || parent.name === 'slot') return undecided
  return isPlainList(parentOf(parent)) ? null : parent.name
}

function isPlainList(element: Element | null): boolean {
  return (
    element !== null && (element.name === 'ol' || element.name === 'ul') && explicitRole(element) === null
  )
}
