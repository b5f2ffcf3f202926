import { everyElementWithAria, faultsOf, isAriaAttribute } from '../../../derived/aria/aria-values.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaValidAttr = rule({
  id: 'aria-valid-attr',
  severity: 'error',
  title: 'ARIA attributes exist',
  why: 'An ARIA attribute that does not exist is ignored: the name or state that it was to tell is lost.',
  fix: 'Correct the spelling of the attribute, or remove it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5f99a7/',
  needs: ['document'],
  messages: { unknown: '{affected} of {total} elements with ARIA attributes have one that does not exist.' },

  check({ document }) {
    const bearers = everyElementWithAria(document)
    const faults = faultsOf(bearers, (_, name) => !isAriaAttribute(name))
    const elements = bearers.map(({ element }) => element)
    return evaluateElements(elements, 'unknown', (element) => faults.get(element) ?? null)
  },
})
