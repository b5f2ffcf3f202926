import type { Element } from 'domhandler'
import { isWidgetRole } from '../../../derived/aria/aria-roles.ts'
import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { focusableElements } from '../../../derived/aria/focus.ts'
import { explicitRole, roleOf } from '../../../derived/aria/role.ts'
import { nearest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const textAround = nearest((ancestor) => explicitRole(ancestor) === 'text')

export const ariaText = rule({
  id: 'aria-text',
  severity: 'info',
  title: 'Controls inside role="text"',
  passTitle: 'role="text" contains no controls',
  why: 'The content of an element with role="text" is read as plain text: a link or button inside gets keyboard focus but is not announced.',
  fix: 'Remove the role, or move the control outside.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-text',
  needs: ['document'],
  messages: {
    holds:
      '{affected} of {total} {total:element|elements} with role="text" {affected:contains|contain} a control: {element}.',
  },

  check({ document }) {
    const texts = exposedWithRole(document, 'text')
    const holds = new Map<Element, string>()
    for (const control of texts.length === 0 ? [] : focusableElements(document)) {
      if (!isWidgetRole(roleOf(document, control))) continue
      for (let text = textAround(control); text !== null && !holds.has(text); text = textAround(text))
        holds.set(text, control.name)
    }
    return evaluateElements(texts, 'holds', (text) => holds.get(text) ?? null)
  },
})
