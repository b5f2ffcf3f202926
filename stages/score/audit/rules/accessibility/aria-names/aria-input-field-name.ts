import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaInputFieldName = rule({
  id: 'aria-input-field-name',
  severity: 'warning',
  title: 'Input fields made with ARIA have a name',
  why: 'What such a field holds is its value. Only a name tells people who use a screen reader what to enter.',
  fix: 'Point aria-labelledby at the text that labels the field, or add an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} input fields made with ARIA have no name.' },

  check: ({ document }) =>
    evaluateNames(document, 'combobox', 'listbox', 'searchbox', 'slider', 'spinbutton', 'textbox'),
})
