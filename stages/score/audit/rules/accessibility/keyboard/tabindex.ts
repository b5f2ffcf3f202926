import { tabIndexOf } from '../../../derived/aria/focus.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const tabindex = rule({
  id: 'tabindex',
  severity: 'warning',
  title: 'Positive tabindex',
  passTitle: 'No tabindex above 0',
  why: 'Elements with a tabindex above 0 come before all others in the tab order, so keyboard users jump around the page.',
  fix: 'Set tabindex to 0 or remove it, and put the elements in the order in which they are used.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/tabindex',
  needs: ['document'],
  messages: {
    positive:
      '{affected} of {total} {total:element|elements} with tabindex {affected:has|have} one above 0: {element}.',
  },

  check({ document }) {
    const drawn = document.foreign.filter(({ attribs }) => attribs.tabindex !== undefined)
    const elements = [...document.withAttribute('tabindex'), ...drawn].filter(
      (element) => !document.isHidden(element),
    )
    return evaluateElements(elements, 'positive', (element) =>
      (tabIndexOf(element) ?? 0) > 0 ? (element.attribs.tabindex ?? '') : null,
    )
  },
})
