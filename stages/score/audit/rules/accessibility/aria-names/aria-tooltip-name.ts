import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaTooltipName = rule({
  id: 'aria-tooltip-name',
  severity: 'warning',
  title: 'Tooltips made with ARIA have text',
  why: 'A tooltip without text tells nothing to those who have it read to them.',
  fix: 'Write the text into the tooltip element, or remove its role.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-tooltip-name',
  needs: ['document'],
  messages: { missing: '{affected} of {total} tooltips have no text.' },

  check: ({ document }) => evaluateNames(document, 'tooltip'),
})
