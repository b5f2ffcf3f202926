import type { Element } from 'domhandler'
import { elementsWithAria } from '../../../derived/aria/aria-values.ts'
import { inputType, roleOf } from '../../../derived/aria/role.ts'
import { nearest } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { memoize } from '../../../engine/memoize.ts'
import { rule } from '../../../engine/rule.ts'

const treeAttributes = ['aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-level']
const tableRoles = new Set(['grid', 'table', 'treegrid'])

/** `mixed` may be right: only a script gives a check box the indeterminate state. */
function inputFault(input: Element) {
  const type = input.name === 'input' ? inputType(input) : ''
  const written = input.attribs['aria-checked']?.toLowerCase() ?? ''
  if (written === '' || (type !== 'checkbox' && type !== 'radio')) return null
  if (type === 'checkbox' && written === 'mixed') return undecided
  const isChecked = input.attribs.checked !== undefined
  return (written === 'true') === isChecked ? null : `aria-checked="${written}"`
}

function rowFault(document: PageDocument, row: Element): string | null {
  const found = treeAttributes.find((name) => row.attribs[name] !== undefined)
  if (found === undefined) return null
  const table = tableIn(document)(row)
  return table === null || roleOf(document, table) === 'treegrid' ? null : found
}

const tableIn = memoize((document: PageDocument) =>
  nearest((ancestor) => tableRoles.has(roleOf(document, ancestor) ?? '')),
)

export const ariaConditionalAttr = rule({
  id: 'aria-conditional-attr',
  severity: 'info',
  title: 'Conflicting ARIA states',
  passTitle: 'ARIA states match their elements',
  why: 'A native checkbox already tells whether it is checked; an ARIA state that says otherwise is ignored or confusing. Rows have levels and positions only in treegrids.',
  fix: 'Remove aria-checked from native checkboxes, and tree attributes from rows of plain tables.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-conditional-attr',
  needs: ['document'],
  messages: {
    contrary:
      '{affected} of {total} {total:checkbox, radio button or row|checkboxes, radio buttons and rows} {affected:has an ARIA state that does|have ARIA states that do} not apply: {element}.',
  },

  check({ document }) {
    const roles = new Set(['checkbox', 'radio', 'row'])
    const elements = elementsWithAria(document).flatMap(({ element }) =>
      roles.has(roleOf(document, element) ?? '') ? [element] : [],
    )
    return evaluateElements(elements, 'contrary', (element) =>
      roleOf(document, element) === 'row' ? rowFault(document, element) : inputFault(element),
    )
  },
})
