import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaToggleFieldName = rule({
  id: 'aria-toggle-field-name',
  severity: 'warning',
  title: 'Check boxes, switches and options made with ARIA have a name',
  why: 'People who use a screen reader hear whether it is checked, but not what it is about.',
  fix: 'Write a text into the element, or add an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} check boxes, switches and options made with ARIA have no name.',
  },

  check: ({ document }) =>
    evaluateNames(document, 'checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch', 'option'),
})
