import { evaluateNames } from '../../../derived/names/nameless.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaInputFieldName = rule({
  id: 'aria-input-field-name',
  severity: 'warning',
  title: 'ARIA input fields without a name',
  passTitle: 'ARIA input fields have a name',
  why: 'The content of such a field is its value. Only a name tells screen reader users what to enter.',
  fix: 'Reference the text that labels the field with aria-labelledby, or add an aria-label.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} ARIA input {total:field|fields} {affected:has|have} no accessible name: {element}.',
  },

  check: ({ document }) =>
    evaluateNames(document, 'combobox', 'listbox', 'searchbox', 'slider', 'spinbutton', 'textbox'),
})
