import { isDeprecatedRole } from '../../../derived/aria/aria-roles.ts'
import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { roleOf } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaDeprecatedRole = rule({
  id: 'aria-deprecated-role',
  severity: 'info',
  title: 'Deprecated ARIA roles',
  passTitle: 'No deprecated ARIA roles',
  why: 'Browsers and assistive technology are dropping support for deprecated roles.',
  fix: 'Use list instead of directory, and listitem instead of doc-biblioentry and doc-endnote.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-deprecated-role',
  needs: ['document'],
  messages: {
    deprecated:
      '{affected} of {total} {total:element|elements} with a role {affected:has|have} a deprecated one: {first}.',
  },

  check({ document }) {
    return evaluateElements(exposedWithRoles(document), 'deprecated', (element) => {
      const role = roleOf(document, element)
      return role !== null && isDeprecatedRole(role) ? role : null
    })
  },
})
