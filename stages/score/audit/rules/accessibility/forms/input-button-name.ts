import type { Element } from 'domhandler'
import { inputType } from '../../../derived/aria/role.ts'
import { isLabelled, isNamedByAuthor } from '../../../derived/names/accessible-name.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const inputButtonName = rule({
  id: 'input-button-name',
  severity: 'error',
  title: 'Input buttons have a label',
  why: 'The value of an input button is its label. Without one it is announced as "button" alone.',
  fix: 'Add a value attribute that says what the button does.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/97a4e1/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} input buttons have no label.' },

  check({ document }) {
    const buttons = document
      .byTag('input')
      .filter(
        (input) => ['button', 'reset', 'submit'].includes(inputType(input)) && document.isExposed(input),
      )
    return evaluateElements(buttons, 'missing', (button) => {
      const isNamed = hasValue(button) || isNamedByAuthor(document, button) || isLabelled(document, button)
      return isNamed ? null : ''
    })
  },
})

/** Browsers label submit and reset buttons without a value (HTML Standard, 4.10.5.1.18 and 4.10.5.1.20). */
function hasValue(button: Element): boolean {
  const { value } = button.attribs
  return value === undefined ? inputType(button) !== 'button' : hasText(value)
}
