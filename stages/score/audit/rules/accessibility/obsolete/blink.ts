import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const blink = rule({
  id: 'blink',
  severity: 'warning',
  title: 'blink elements',
  passTitle: 'Page has no blink elements',
  why: 'Blinking text cannot be paused, and distracts people from the rest of the page.',
  fix: 'Remove the blink element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/blink',
  needs: ['document'],
  messages: {
    found: '{affected} of {total} blink {total:element|elements} {affected:is|are} visible: {element}.',
  },

  check({ document }) {
    return evaluateElements(document.byTag('blink'), 'found', (element) =>
      document.isHidden(element) ? null : '',
    )
  },
})
