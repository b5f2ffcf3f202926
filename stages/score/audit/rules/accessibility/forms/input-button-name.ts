import { inputType } from '../../../derived/aria/role.ts'
import { isAskedByKind } from '../../../derived/names/asked-by-role.ts'
import { controlFault } from '../../../derived/names/form-fields.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const inputButtonName = rule({
  id: 'input-button-name',
  severity: 'error',
  title: 'Input buttons without a label',
  passTitle: 'Input buttons have a label',
  why: 'The value of an input button is its label. Without one it is announced only as "button".',
  fix: 'Add a value attribute that says what the button does.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  excludes:
    'Browsers label submit and reset buttons without a value. A button whose role makes it another control with a name rule of its own is checked by that rule.',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} input {total:button|buttons} {affected:has|have} no label: {element}.',
  },

  check({ document }) {
    const buttons = document.byTag('input').filter((input) => {
      if (!['button', 'reset', 'submit'].includes(inputType(input))) return false
      return document.isExposed(input) && isAskedByKind(document, input)
    })
    return evaluateElements(buttons, 'missing', (button) => controlFault(document, button))
  },
})
