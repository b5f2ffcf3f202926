import { ariaConditionalAttr } from '#stages/score/audit/rules/accessibility/aria/aria-conditional-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaConditionalAttr, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, none: what is no row',
      page: '<table role="none"><tr aria-level="1"><td>A</td></tr></table><input type="checkbox" aria-checked="false">',
    },
    {
      name: 'axe: the same state',
      page: '<input type="checkbox" checked aria-checked="true"><input type="radio" aria-checked="false">',
    },
    {
      name: 'axe: rows of a tree',
      page: '<table role="treegrid"><tr aria-level="1"><td>A</td></tr></table>',
    },
  ],
  fails: [
    {
      name: 'axe: another state',
      page: '<input id="a" type="checkbox" checked aria-checked="false"><input type="radio" aria-checked="false">',
      message: 'contrary',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: rows of a plain table',
      page: '<table><tr aria-level="1"><td>A</td></tr></table>',
      message: 'contrary',
      evidence: 'html > body > table > tbody > tr',
    },
    {
      name: 'axe: by roles',
      page: '<div role="grid"><div role="row" aria-expanded="true"><span role="gridcell">A</span></div></div>',
      message: 'contrary',
      evidence: 'html > body > div > div',
    },
  ],
  notApplicable: [
    { name: 'no ARIA', page: '<input type="checkbox"><table><tr><td>A</td></tr></table>' },
    { name: 'other roles', page: '<button aria-pressed="true">A</button>' },
  ],
  notDecidable: [
    {
      name: 'HTML 4.10.5.1.15: the third state is set by script alone',
      page: '<input type="checkbox" aria-checked="mixed">',
    },
  ],
})
