import { isFocusable } from '../../../derived/aria/focus.ts'
import {
  explicitRole,
  hasGlobalAttribute,
  implicitRole,
  isPresentational,
} from '../../../derived/aria/role.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const presentationRoleConflict = rule({
  id: 'presentation-role-conflict',
  severity: 'info',
  title: 'Decoration cannot have the focus or a description',
  why: 'An element that is marked as decoration, but can have the focus or has a label, is announced all the same, and as what it was before.',
  fix: 'Remove the role or the empty alt from what people use; remove tabindex and ARIA attributes from decoration.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/',
  needs: ['document'],
  messages: {
    conflict: '{affected} of {total} elements marked as decoration can have the focus or have a label.',
  },

  check({ document }) {
    const marked = [
      ...document.byTag('img').filter(({ attribs }) => attribs.alt === '' && attribs.role === undefined),
      ...document
        .withAttribute('role')
        .filter(
          (element) => isPresentational(explicitRole(element)) && implicitRole(document, element) !== null,
        ),
    ].filter((element) => document.isExposed(element))
    return evaluateElements(marked, 'conflict', (element) => {
      if (isFocusable(document, element)) return 'focusable'
      return hasGlobalAttribute(element) ? 'labelled' : null
    })
  },
})
