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
  title: 'Decoration cannot have the focus or a description',
  why: 'An element that is marked as decoration, but can have the focus or has a label, is announced all the same, and as what it was before.',
  fix: 'Remove the role or the empty alt from what people use; remove tabindex and ARIA attributes from decoration.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/',
  needs: ['document'],
  excludes:
    'Elements that have no role of their own, such as div and span, and parts of text, such as p and strong, are not judged. ARIA attributes without a value count as absent.',
  messages: {
    conflict: '{affected} of {total} elements marked as decoration can have the focus or have a label.',
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
