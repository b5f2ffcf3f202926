import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaMeterName = rule({
  id: 'aria-meter-name',
  severity: 'warning',
  title: 'ARIA meters without a name',
  passTitle: 'ARIA meters have a name',
  why: 'A meter is announced with its value. Without a name people who cannot see it do not know what is measured.',
  fix: 'Add an aria-label that says what is measured.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-meter-name',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA {total:meter|meters} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) => evaluateNames(document, 'meter'),
})
