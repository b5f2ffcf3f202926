import type { Element } from 'domhandler'
import { explicitRole, isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const objectAlt = rule({
  id: 'object-alt',
  severity: 'warning',
  title: 'object elements without alternative text',
  passTitle: 'object elements have alternative text',
  why: 'Assistive technology cannot read what an object element shows; its name tells people what it is.',
  fix: 'Add an aria-label or a title that describes the object.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/8fc3b6/',
  excludes:
    'Embedded pages and documents, which have text of their own, and objects with a role, which the rule for that role checks. Fallback content is not alternative text: browsers show it only instead of the object.',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} object {total:element|elements} {affected:has|have} no alternative text: {element}.',
  },

  check({ document }) {
    const objects = document.byTag('object').filter((object) => {
      const role = explicitRole(object)
      return (role === null || isPresentational(role)) && document.isExposed(object) && isMedia(object)
    })
    return evaluateElements(objects, 'missing', (object) => {
      if (isPresentational(roleOf(document, object)) || nameFault(document, object) !== '') return null
      return object.attribs.data ?? ''
    })
  },
})

/** The rule is about non-text content; an embedded page or document has text of its own. */
function isMedia({ attribs }: Element): boolean {
  if (attribs.data === undefined || attribs.data.trim() === '') return false
  const isText =
    /^(?:text\/|application\/(?:xhtml|xml|json|pdf))/i.test(attribs.type?.trim() ?? '') ||
    /^data:(?:text\/|application\/pdf)|\.(?:x?html?|txt|pdf|xml|json)(?:[?#]|$)/i.test(attribs.data.trim())
  return !isText
}
