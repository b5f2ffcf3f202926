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
  title: 'Text that is read as one holds no controls',
  why: 'What an element with role="text" holds is read as plain text: a link or button in it can be reached by keyboard but is not announced.',
  fix: 'Remove the role, or put the control outside.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-text',
  needs: ['document'],
  messages: { holds: '{affected} of {total} elements with role="text" hold a control.' },

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
