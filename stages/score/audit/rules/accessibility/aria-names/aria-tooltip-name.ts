import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaTooltipName = rule({
  id: 'aria-tooltip-name',
  severity: 'warning',
  title: 'ARIA tooltips without text',
  passTitle: 'ARIA tooltips have text',
  why: 'A tooltip without text tells screen reader users nothing.',
  fix: 'Add text to the tooltip element, or remove its role.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-tooltip-name',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} ARIA {total:tooltip|tooltips} {affected:has|have} no text: {element}.',
  },

  check: ({ document }) => evaluateNames(document, 'tooltip'),
})
