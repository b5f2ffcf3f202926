import { elementsWithAria, faultyAttributes, isValidValue } from '../../../derived/aria/aria-values.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaValidAttrValue = rule({
  id: 'aria-valid-attr-value',
  severity: 'error',
  title: 'Invalid ARIA attribute values',
  passTitle: 'ARIA attribute values are valid',
  why: 'An invalid value of an ARIA attribute is ignored, or treated as another value.',
  fix: 'Use the values that WAI-ARIA defines for the attribute, and ids that exist on the page.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/',
  excludes:
    'Unknown values of aria-current count as true (WAI-ARIA 1.2), and empty values as none. The targets of labels, descriptions and error messages may be created later, and so may those of a popup, a closed widget or an unselected tab.',
  needs: ['document'],
  messages: {
    invalid:
      '{affected} of {total} {total:element|elements} with ARIA attributes {affected:has|have} an invalid value: {first}.',
  },

  check({ document }) {
    const faults = faultyAttributes(
      document,
      (element, name, value) => name !== 'aria-current' && !isValidValue(document, element, name, value),
    )
    const elements = elementsWithAria(document).map(({ element }) => element)
    return evaluateElements(elements, 'invalid', (element) => faults.get(element) ?? null)
  },
})
