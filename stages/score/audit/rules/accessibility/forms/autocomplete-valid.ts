import type { Element } from 'domhandler'
import { inputType } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { isAutofill } from './autofill.ts'

/**
 * Words that authors use to switch autofill on or off. Browsers ignore them, and the purpose of the field is not
 * lost.
 */
const switches = new Set(
  'none false true disabled enabled undefined null xoff xon nope no new-off text gender message content pronouns'.split(
    ' ',
  ),
)
const buttons = new Set(['button', 'hidden', 'reset', 'submit'])

/** Whether people fill the field in: ACT 73f2c2 excludes disabled and read-only fields. */
function isFilled(field: Element): boolean {
  const { name, attribs } = field
  if (!hasText(attribs.autocomplete) || attribs.disabled !== undefined || attribs.readonly !== undefined)
    return false
  if (attribs['aria-disabled'] === 'true' || attribs['aria-readonly'] === 'true') return false
  if (name === 'input') return !buttons.has(inputType(field))
  return name === 'select' || name === 'textarea'
}

export const autocompleteValid = rule({
  id: 'autocomplete-valid',
  severity: 'warning',
  title: 'Browsers understand what fields are to be filled with',
  why: 'By autocomplete a browser fills in what it knows of a person, which helps all who find typing hard. Tokens that it does not know do nothing.',
  fix: 'Use the tokens of the HTML Standard, such as "name", "email" or "billing postal-code".',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/',
  needs: ['document'],
  messages: { unknown: '{affected} of {total} autocomplete attributes are not understood by browsers.' },

  check({ document }) {
    const fields = document
      .withAttribute('autocomplete')
      .filter((field) => isFilled(field) && document.isExposed(field))
    return evaluateElements(fields, 'unknown', ({ attribs: { autocomplete = '' } }) =>
      isAutofill(autocomplete) || switches.has(autocomplete.trim().toLowerCase()) ? null : autocomplete,
    )
  },
})
