import { isWithinRole, requiredParents } from '../../../derived/aria/aria-structure.ts'
import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { explicitRole, implicitRole } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaRequiredParent = rule({
  id: 'aria-required-parent',
  severity: 'warning',
  title: 'ARIA items stand in the elements that they belong to',
  why: 'An item outside of its list, menu or table is not announced as part of it, nor counted.',
  fix: 'Give the element around the items the role that they need, such as tablist for tabs.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ff89c9/',
  excludes:
    'Elements whose role is the one that they have anyway, such as li with the role listitem, are not judged.',
  needs: ['document'],
  messages: { outside: '{affected} of {total} ARIA items stand outside of the element that they belong to.' },

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
