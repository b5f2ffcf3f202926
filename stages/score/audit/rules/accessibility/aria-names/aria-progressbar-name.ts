import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaProgressbarName = rule({
  id: 'aria-progressbar-name',
  severity: 'warning',
  title: 'ARIA progress bars without a name',
  passTitle: 'ARIA progress bars have a name',
  why: 'A progress bar is announced with its value. Without a name people who cannot see it do not know what is in progress.',
  fix: 'Add an aria-label that says what is in progress.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-progressbar-name',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA progress {total:bar|bars} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) => evaluateNames(document, 'progressbar'),
})
