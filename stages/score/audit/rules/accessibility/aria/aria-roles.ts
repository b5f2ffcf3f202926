import { isRole } from '../../../derived/aria/aria-roles.ts'
import { tokens } from '../../../derived/links/links.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** One valid role among several suffices: browsers take the first that they know. */
export const ariaRoles = rule({
  id: 'aria-roles',
  severity: 'error',
  title: 'Invalid ARIA roles',
  passTitle: 'ARIA roles are valid',
  why: 'An invalid role is ignored: what was meant to be a button or a dialog remains a plain element to assistive technology.',
  fix: 'Use a WAI-ARIA role, or remove the attribute.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/674b10/',
  needs: ['document'],
  messages: {
    unknown:
      '{affected} of {total} role {total:attribute|attributes} {affected:has|have} no valid role: "{first}".',
  },

  check({ document }) {
    const drawn = document.foreign.filter(({ attribs }) => attribs.role !== undefined)
    const elements = [...document.withAttribute('role'), ...drawn].filter(
      (element) => hasText(element.attribs.role) && document.isExposed(element),
    )
    return evaluateElements(elements, 'unknown', ({ attribs: { role = '' } }) =>
      tokens(role).some(isRole) ? null : role,
    )
  },
})
