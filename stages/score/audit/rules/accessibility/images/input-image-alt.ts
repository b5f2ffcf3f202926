import { inputType } from '../../../derived/aria/role.ts'
import { nameFault, nameOf } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** What browsers say of an image button without a name: no better when it is written (ACT 59796f). */
const DEFAULT_NAME = 'submit query'

export const inputImageAlt = rule({
  id: 'input-image-alt',
  severity: 'error',
  title: 'Image buttons without alternative text',
  passTitle: 'Image buttons have alternative text',
  why: 'The image of an image button is its only label. Without alternative text, people who cannot see it do not know what the button does.',
  fix: 'Add an alt attribute that says what the button does, such as alt="Search".',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/59796f/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} image {total:button|buttons} {affected:has|have} no alternative text: {element}.',
  },

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
