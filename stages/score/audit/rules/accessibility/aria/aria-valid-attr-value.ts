import { elementsWithAria, faultyAttributes, isValidValue } from '../../../derived/aria/aria-values.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaValidAttrValue = rule({
  id: 'aria-valid-attr-value',
  severity: 'error',
  title: 'ARIA attributes have values that exist',
  why: 'A value that an ARIA attribute does not take is ignored, or taken for another.',
  fix: 'Use the values of WAI-ARIA for the attribute, and ids that are in the page.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/',
  excludes:
    'Unknown values of aria-current count as true (WAI-ARIA 1.2), and empty values as none. The targets of labels, descriptions and error messages may be made later, and so may what a popup, a closed widget or a tab that is not chosen refers to.',
  needs: ['document'],
  messages: {
    invalid:
      '{affected} of {total} elements with ARIA attributes have one with a value that it does not take.',
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
