import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaTreeitemName = rule({
  id: 'aria-treeitem-name',
  severity: 'warning',
  title: 'Tree items made with ARIA have a name',
  why: 'People who use a screen reader move through a tree from item to item; one without a name leads to nothing.',
  fix: 'Write a text into the tree item, or add an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-treeitem-name',
  needs: ['document'],
  messages: { missing: '{affected} of {total} tree items have no name.' },

  check: ({ document }) => evaluateNames(document, 'treeitem'),
})
