import { expect } from 'chai'
import {
  missingAttributes,
  requiresAttributes,
} from '#stages/score/audit/rules/accessibility/aria/required-attributes.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The required attributes that the first element of the body lacks; null where its role requires none. */
function missing(html: string): readonly string[] | null {
  const { document } = auditFacts({ html: `<body>${html}` })
  const element = document.body?.children.find((child) => 'attribs' in child)
  if (element === undefined || !('attribs' in element)) throw new Error('the body has no element')
  return requiresAttributes(document, element) ? missingAttributes(document, element) : null
}

describe('attributes that roles require', () => {
  const cases: readonly [html: string, missing: readonly string[] | null][] = [
    ['<div role=checkbox>', ['aria-checked']],
    ['<div role=checkbox aria-checked=" ">', ['aria-checked']],
    ['<div role=checkbox aria-checked=mixed>', []],
    ['<div role=scrollbar>', ['aria-controls', 'aria-valuenow']],
    ['<div role=combobox>', ['aria-expanded', 'aria-controls']],
    ['<div role=combobox aria-expanded=true>', ['aria-controls']],
    // The list of a closed combobox may be created later.
    ['<div role=combobox aria-expanded=false>', []],
    ['<div role=slider aria-valuetext=low>', []],
    // HTML provides the state, the level and the value.
    ['<input type=checkbox role=switch>', []],
    ['<input type=radio role=menuitemradio>', []],
    ['<input type=number role=slider>', []],
    ['<div role=heading>', ['aria-level']],
    // A separator that is no widget, an implicit role, a role without requirements, no role.
    ['<div role=separator>', null],
    ['<div role=separator tabindex=0>', ['aria-valuenow']],
    ['<h2 role=heading>', null],
    ['<div role=button>', null],
    ['<div>', null],
  ]
  for (const [html, expected] of cases) it(html, () => expect(missing(html)).to.deep.equal(expected))
})
