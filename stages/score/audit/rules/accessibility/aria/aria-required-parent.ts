import { isWithinRole, requiredParents } from '../../../derived/aria/aria-structure.ts'
import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { explicitRole, implicitRole } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaRequiredParent = rule({
  id: 'aria-required-parent',
  severity: 'warning',
  title: 'ARIA roles without required parent',
  passTitle: 'ARIA roles have their required parent',
  why: 'An item outside its list, menu or table is not announced as part of it, nor counted.',
  fix: 'Give the parent element the role that the items require, such as tablist for tabs.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ff89c9/',
  excludes:
    'Elements whose explicit role is their implicit one, such as li with role="listitem", are not checked.',
  needs: ['document'],
  messages: {
    outside:
      '{affected} of {total} ARIA {total:item|items} {affected:is|are} outside the required parent: {element} ({first})',
  },

  check({ document }) {
    const items = exposedWithRoles(document).filter((element) => {
      const role = explicitRole(element)
      return requiredParents(role) !== null && implicitRole(document, element) !== role
    })
    return evaluateElements(items, 'outside', (item) => {
      const role = explicitRole(item) ?? ''
      return isWithinRole(document, item, role, requiredParents(role) ?? []) ? null : role
    })
  },
})
