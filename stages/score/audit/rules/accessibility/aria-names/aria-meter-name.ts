import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaMeterName = rule({
  id: 'aria-meter-name',
  severity: 'warning',
  title: 'Meters made with ARIA have a name',
  why: 'A meter is announced with its value. Without a name nobody who cannot see it knows what is measured.',
  fix: 'Add an aria-label that says what is measured.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-meter-name',
  needs: ['document'],
  messages: { missing: '{affected} of {total} meters made with ARIA have no name.' },

  check: ({ document }) => evaluateNames(document, 'meter'),
})
