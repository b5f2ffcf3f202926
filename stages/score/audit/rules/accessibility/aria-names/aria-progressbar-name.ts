import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaProgressbarName = rule({
  id: 'aria-progressbar-name',
  severity: 'warning',
  title: 'Progress bars made with ARIA have a name',
  why: 'A progress bar is announced with its value. Without a name nobody who cannot see it knows what is under way.',
  fix: 'Add an aria-label that says what is under way.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-progressbar-name',
  needs: ['document'],
  messages: { missing: '{affected} of {total} progress bars made with ARIA have no name.' },

  check: ({ document }) => evaluateNames(document, 'progressbar'),
})
