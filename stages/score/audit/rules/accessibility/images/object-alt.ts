import type { Element } from 'domhandler'
import { explicitRole, isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { isNamedByAuthor } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Fallback content is no text alternative: browsers show it only in place of the object. */
export const objectAlt = rule({
  id: 'object-alt',
  severity: 'warning',
  title: 'Embedded objects have a text alternative',
  why: 'What an object element shows cannot be read by assistive technology as it is; its name tells people what it is.',
  fix: 'Add an aria-label or a title that says what the object shows.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/8fc3b6/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} embedded objects have no text alternative.' },

  check({ document }) {
    const objects = document.byTag('object').filter((object) => document.isExposed(object) && isMedia(object))
    return evaluateElements(objects, 'missing', (object) => {
      const isDecoration =
        isPresentational(explicitRole(object)) && isPresentational(roleOf(document, object))
      return isDecoration || isNamedByAuthor(document, object) ? null : (object.attribs.data ?? '')
    })
  },
})

/** The rule is about non-text content; an embedded page has text of its own. */
function isMedia({ attribs }: Element): boolean {
  if (attribs.data === undefined || attribs.data.trim() === '') return false
  const isText =
    /^text\//i.test(attribs.type?.trim() ?? '') || /\.(?:html?|txt)(?:[?#]|$)/i.test(attribs.data)
  return !isText
}
