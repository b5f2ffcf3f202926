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
  title: 'Roles fit their elements',
  why: 'Some elements cannot be made into others: browsers and assistive technology do different things with them then.',
  fix: 'Use a plain element, or the one that has the role by itself.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/TR/html-aria/',
  needs: ['document'],
  messages: { unfit: '{affected} of {total} elements with a role have one that HTML does not allow them.' },

  check({ document }) {
    return evaluateElements(exposedWithRoles(document), 'unfit', (element) => {
      const roles = tokens(element.attribs.role ?? '').filter(isRole)
      return roles.find((role) => !allowsRole(document, element, role)) ?? null
    })
  },
})
