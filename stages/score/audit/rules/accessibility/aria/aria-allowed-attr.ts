import type { Element } from 'domhandler'
import { takesAttribute } from '../../../derived/aria/aria-roles.ts'
import { elementsWithAria, faultyAttributes, isAriaAttribute } from '../../../derived/aria/aria-values.ts'
import { roleOf } from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaAllowedAttr = rule({
  id: 'aria-allowed-attr',
  severity: 'warning',
  title: 'ARIA attributes fit the role',
  why: 'A state or property that the role of an element does not have is ignored, or announced where it makes no sense.',
  fix: 'Remove the attribute, or give the element a role that has it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5c01ea/',
  needs: ['document'],
  messages: {
    unfit: '{affected} of {total} elements with ARIA attributes have one that their role does not take.',
  },

  check({ document }) {
    const faults = faultyAttributes(document, (element, name, value) => {
      if (!isAriaAttribute(name) || isHarmless(element, name, value)) return false
      return !takesAttribute(roleOf(document, element), name)
    })
    const elements = elementsWithAria(document).map(({ element }) => element)
    return evaluateElements(elements, 'unfit', (element) => faults.get(element) ?? null)
  },
})

/** Whether the attribute repeats the default, or stands on an element that a script may give a role. */
function isHarmless({ name: tag, attribs }: Element, name: string, value: string): boolean {
  if (tag.includes('-')) return true
  if (name === 'aria-required') return value === 'false'
  return name === 'aria-multiline' && attribs.contenteditable !== undefined
}
