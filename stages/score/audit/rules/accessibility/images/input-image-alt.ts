import { inputType } from '../../../derived/aria/role.ts'
import { nameFault, nameOf } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** What browsers say of an image button without a name: no better when it is written (ACT 59796f). */
const DEFAULT_NAME = 'submit query'

export const inputImageAlt = rule({
  id: 'input-image-alt',
  severity: 'error',
  title: 'Image buttons have a text alternative',
  why: 'The picture of an image button is its only label. Without a text alternative nobody who cannot see it knows what the button does.',
  fix: 'Add an alt attribute that says what the button does, such as alt="Search".',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/59796f/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} image buttons have no text alternative.' },

  check({ document }) {
    const buttons = document
      .byTag('input')
      .filter((input) => inputType(input) === 'image' && document.isExposed(input))
    return evaluateElements(buttons, 'missing', (button) => {
      if (nameFault(document, button) === '') return button.attribs.src ?? ''
      return nameOf(document, button).toLowerCase() === DEFAULT_NAME ? DEFAULT_NAME : null
    })
  },
})
