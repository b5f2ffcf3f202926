import { explicitRole } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { allowsRole } from './allowed-roles.ts'

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
    const elements = document
      .withAttribute('role')
      .filter((element) => explicitRole(element) !== null && document.isExposed(element))
    return evaluateElements(elements, 'unfit', (element) => {
      const role = explicitRole(element) ?? ''
      return allowsRole(document, element, role) ? null : role
    })
  },
})
