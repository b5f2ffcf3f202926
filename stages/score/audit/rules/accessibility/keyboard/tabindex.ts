import { tabIndexOf } from '../../../derived/aria/focus.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const tabindex = rule({
  id: 'tabindex',
  severity: 'warning',
  title: 'Order of the Tab key follows the page',
  why: 'Elements with a tabindex above 0 come before all others when people move with the Tab key, so that they jump about the page.',
  fix: 'Set tabindex to 0, or remove it, and put the elements of the page in the order in which they are used.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/tabindex',
  needs: ['document'],
  messages: { positive: '{affected} of {total} elements with a tabindex have one above 0.' },

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
