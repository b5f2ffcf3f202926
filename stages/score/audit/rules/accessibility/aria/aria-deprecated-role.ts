import { isDeprecatedRole } from '../../../derived/aria/aria-roles.ts'
import { explicitRole } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaDeprecatedRole = rule({
  id: 'aria-deprecated-role',
  severity: 'info',
  title: 'Roles are not deprecated',
  why: 'Browsers and assistive technology stop supporting deprecated roles.',
  fix: 'Use list instead of directory, and listitem instead of doc-biblioentry and doc-endnote.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-deprecated-role',
  needs: ['document'],
  messages: { deprecated: '{affected} of {total} elements with a role have a deprecated one.' },

  check({ document }) {
    const elements = document
      .withAttribute('role')
      .filter((element) => explicitRole(element) !== null && document.isExposed(element))
    return evaluateElements(elements, 'deprecated', (element) => {
      const role = explicitRole(element)
      return role !== null && isDeprecatedRole(role) ? role : null
    })
  },
})
