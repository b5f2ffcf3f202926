import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaTreeitemName = rule({
  id: 'aria-treeitem-name',
  severity: 'warning',
  title: 'ARIA tree items without a name',
  passTitle: 'ARIA tree items have a name',
  why: 'Screen reader users move through a tree item by item; an item without a name tells them nothing.',
  fix: 'Add text to the tree item, or an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-treeitem-name',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA tree {total:item|items} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) => evaluateNames(document, 'treeitem'),
})
