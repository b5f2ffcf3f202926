import { isRole } from '../../../derived/aria/aria-roles.ts'
import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { tokens } from '../../../derived/links/links.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { allowsRole } from './allowed-roles.ts'

/** Each role of the attribute is judged, also those behind the first, on which browsers fall back. */
export const ariaAllowedRole = rule({
  id: 'aria-allowed-role',
  severity: 'info',
  title: 'ARIA roles not allowed for the element',
  passTitle: 'ARIA roles are allowed for their elements',
  why: 'The role of some elements cannot be changed: browsers and assistive technology then behave differently.',
  fix: 'Use a plain element, or the element that has the role natively.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/TR/html-aria/',
  needs: ['document'],
  messages: {
    unfit:
      '{affected} of {total} {total:element|elements} with a role {affected:has|have} one that HTML does not allow: {element} ({first})',
  },

  check({ document }) {
    return evaluateElements(exposedWithRoles(document), 'unfit', (element) => {
      const roles = tokens(element.attribs.role ?? '').filter(isRole)
      return roles.find((role) => !allowsRole(document, element, role)) ?? null
    })
  },
})
