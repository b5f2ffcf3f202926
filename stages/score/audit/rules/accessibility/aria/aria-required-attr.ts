import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { missingAttributes, requiresAttributes } from './required-attributes.ts'

export const ariaRequiredAttr = rule({
  id: 'aria-required-attr',
  severity: 'error',
  title: 'Missing required ARIA attributes',
  passTitle: 'Required ARIA attributes are present',
  why: 'People who cannot see cannot use a checkbox that does not tell whether it is checked, or a slider without its value.',
  fix: 'Add the attribute that the role requires, and keep it up to date with a script.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/4e8ab6/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} {total:element|elements} with a role {affected:lacks|lack} a required attribute: {element} ({first})',
  },

  check({ document }) {
    const elements = exposedWithRoles(document).filter((element) => requiresAttributes(document, element))
    return evaluateElements(elements, 'missing', (element) => {
      const missing = missingAttributes(document, element)
      return missing.length > 0 ? missing.join(' ') : null
    })
  },
})
