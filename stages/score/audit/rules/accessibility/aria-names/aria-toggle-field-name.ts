import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaToggleFieldName = rule({
  id: 'aria-toggle-field-name',
  severity: 'warning',
  title: 'ARIA checkboxes and switches without a name',
  passTitle: 'ARIA checkboxes and switches have a name',
  why: 'Screen reader users hear whether the control is checked, but not what it is for.',
  fix: 'Add text to the element, or an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA {total:checkbox, switch or option|checkboxes, switches and options} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) =>
    evaluateNames(document, 'checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch', 'option'),
})
