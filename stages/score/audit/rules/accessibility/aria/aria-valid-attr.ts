import { elementsWithAria, faultyAttributes, isAriaAttribute } from '../../../derived/aria/aria-values.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaValidAttr = rule({
  id: 'aria-valid-attr',
  severity: 'error',
  title: 'Invalid ARIA attributes',
  passTitle: 'ARIA attributes are valid',
  why: 'An ARIA attribute that does not exist is ignored: the name or state that it should convey is lost.',
  fix: 'Correct the spelling of the attribute, or remove it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5f99a7/',
  needs: ['document'],
  messages: {
    unknown:
      '{affected} of {total} {total:element|elements} with ARIA attributes {affected:has|have} one that does not exist: {first}.',
  },

  check({ document }) {
    const faults = faultyAttributes(document, (_, name) => !isAriaAttribute(name))
    const elements = elementsWithAria(document).map(({ element }) => element)
    return evaluateElements(elements, 'unknown', (element) => faults.get(element) ?? null)
  },
})
