import type { Element } from 'domhandler'
import { textualRoles } from '../../../derived/aria/implicit-roles.ts'
import {
  explicitRole,
  hasGlobalAttribute,
  implicitRole,
  isInConflict,
  isPresentational,
} from '../../../derived/aria/role.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const presentationRoleConflict = rule({
  id: 'presentation-role-conflict',
  severity: 'info',
  title: 'Decorative elements exposed to assistive technology',
  passTitle: 'Decorative elements are not exposed',
  why: 'An element that is marked as decorative but is focusable or has a label is announced anyway, with its original role.',
  fix: 'Remove the role or the empty alt from elements that people use; remove tabindex and ARIA attributes from decoration.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/',
  needs: ['document'],
  excludes:
    'Elements without a role of their own, such as div and span, and text-level elements, such as p and strong, are not checked. ARIA attributes without a value count as absent.',
  messages: {
    conflict:
      '{affected} of {total} decorative {total:element|elements} {affected:is|are} focusable or labelled: {element}.',
  },

  check({ document }) {
    const images = document.byTag('img').filter((image) => image.attribs.alt === '')
    const marked = [
      ...images.filter((image) => explicitRole(image) === null),
      ...document.withAttribute('role').filter((element) => isMarked(document, element)),
      ...document.foreign.filter(
        (element) => element.name === 'svg' && isPresentational(explicitRole(element)),
      ),
    ].filter((element) => document.isExposed(element))
    return evaluateElements(marked, 'conflict', (element) => {
      if (!isInConflict(document, element)) return null
      return hasGlobalAttribute(element) ? 'labelled' : 'focusable'
    })
  },
})

/** Elements without a role in ARIA that browsers show all the same (HTML Accessibility API Mappings 1.0, 3.5). */
const shown = new Set(['audio', 'canvas', 'dl', 'embed', 'iframe', 'label', 'object', 'video'])

function isMarked(document: PageDocument, element: Element): boolean {
  if (!isPresentational(explicitRole(element))) return false
  const own = implicitRole(document, element)
  return shown.has(element.name) || (own !== null && !textualRoles.has(own))
}
