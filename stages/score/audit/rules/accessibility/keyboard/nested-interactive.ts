import type { Element } from 'domhandler'
import { hidesChildren, isWidgetRole } from '../../../derived/aria/aria-roles.ts'
import { focusableElements } from '../../../derived/aria/focus.ts'
import { roleOf } from '../../../derived/aria/role.ts'
import { nearestIn } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const nestedInteractive = rule({
  id: 'nested-interactive',
  severity: 'warning',
  title: 'Controls do not hold other controls',
  why: 'What a button or check box holds is hidden from screen readers. A link or button within it can be reached by keyboard but is not announced.',
  fix: 'Put the inner control beside the outer one.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/307n5z/',
  needs: ['document'],
  messages: { nested: '{affected} of {total} controls hold another control.' },

  check({ document }) {
    const hides = (element: Element) => hidesChildren(roleOf(document, element))
    const outers = [...document.byTag('button'), ...document.withAttribute('role')]
    const controls = new Set(outers.filter((element) => document.isExposed(element) && hides(element)))
    const holds = new Map<Element, string>()
    const controlAround = nearestIn(controls)
    for (const inner of controls.size === 0 ? [] : focusableElements(document)) {
      if (!isWidgetRole(roleOf(document, inner))) continue
      let outer = controlAround(inner)
      while (outer !== null && !holds.has(outer)) {
        holds.set(outer, inner.name)
        outer = controlAround(outer)
      }
    }
    return evaluateElements([...controls], 'nested', (control) => holds.get(control) ?? null)
  },
})
