import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const blink = rule({
  id: 'blink',
  severity: 'warning',
  title: 'Text does not blink',
  why: 'Blinking text cannot be stopped, and keeps people from reading the rest of the page.',
  fix: 'Remove the blink element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/blink',
  needs: ['document'],
  messages: { found: '{affected} of {total} blink elements are shown.' },

  check({ document }) {
    return evaluateElements(document.byTag('blink'), 'found', (element) =>
      document.isHidden(element) ? null : '',
    )
  },
})
