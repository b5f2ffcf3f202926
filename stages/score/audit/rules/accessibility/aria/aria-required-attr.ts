import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { missingAttributes, requiresAttributes } from './required-attributes.ts'

export const ariaRequiredAttr = rule({
  id: 'aria-required-attr',
  severity: 'error',
  title: 'Roles have the states that they need',
  why: 'A check box that does not say whether it is checked, or a slider without its value, cannot be used by people who do not see it.',
  fix: 'Add the attribute that the role needs, and keep it up to date by script.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/4e8ab6/',
  needs: ['document'],
  messages: { missing: '{affected} of {total} elements with a role lack an attribute that the role needs.' },

  check({ document }) {
    const elements = exposedWithRoles(document).filter((element) => requiresAttributes(document, element))
    return evaluateElements(elements, 'missing', (element) => {
      const missing = missingAttributes(document, element)
      return missing.length > 0 ? missing.join(' ') : null
    })
  },
})
