import type { Element } from 'domhandler'
import { isWidgetRole } from '../../../derived/aria/aria-roles.ts'
import { isFocusable, tabIndexOf } from '../../../derived/aria/focus.ts'
import { explicitRole, inputType } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { nearest } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
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
/** Types whose value people do not type in (ACT 73f2c2). */
const fixed = new Set(['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit'])

/** Whether the field is one that people fill in, by ACT 73f2c2. */
function isFilled(document: PageDocument, field: Element): boolean {
  const { name, attribs } = field
  if (name !== 'select' && name !== 'textarea' && (name !== 'input' || fixed.has(inputType(field))))
    return false
  if (!hasText(attribs.autocomplete) || /^\s*(?:on|off)\s*$/i.test(attribs.autocomplete)) return false
  if (attribs.readonly !== undefined || attribs['aria-readonly'] === 'true') return false
  return isFocusable(document, field) && !isAriaDisabled(document, field) && !isStatic(field)
}

function isAriaDisabled(document: PageDocument, field: Element): boolean {
  if (document.withAttribute('aria-disabled').length === 0) return false
  return saysDisabled(field) || disabledAround(field) !== null
}

const saysDisabled = ({ attribs }: Element): boolean => attribs['aria-disabled'] === 'true'
const disabledAround = nearest(saysDisabled)

/** Whether the Tab key skips it and its role makes it no control. */
function isStatic(field: Element): boolean {
  const role = explicitRole(field)
  return role !== null && !isWidgetRole(role) && (tabIndexOf(field) ?? 0) < 0
}

export const autocompleteValid = rule({
  id: 'autocomplete-valid',
  severity: 'warning',
  title: 'Invalid autocomplete attributes',
  passTitle: 'autocomplete attributes are valid',
  why: 'With autocomplete browsers fill in what they know about a person, which helps everyone who finds typing hard. Unknown tokens have no effect.',
  fix: 'Use the tokens of the HTML Standard, such as "name", "email" or "billing postal-code".',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/',
  excludes:
    'Fields that are disabled, read-only or hidden, fields with a fixed value, such as checkboxes and buttons, the values `on` and `off`, and common values with which authors switch autofill off.',
  needs: ['document'],
  messages: {
    unknown:
      '{affected} of {total} autocomplete {total:attribute|attributes} {affected:is|are} invalid: "{first}".',
  },

  check({ document }) {
    const fields = document.withAttribute('autocomplete').filter((field) => isFilled(document, field))
    return evaluateElements(fields, 'unknown', ({ attribs: { autocomplete = '' } }) =>
      isAutofill(autocomplete) || switches.has(autocomplete.trim().toLowerCase()) ? null : autocomplete,
    )
  },
})
