import { scopeAttrValid } from '#stages/score/audit/rules/accessibility/tables/scope-attr-valid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(scopeAttrValid, {
  passes: [
    {
      name: 'axe: values',
      page: '<table><tr><th scope="col">A</th><th scope="ROW">B</th><th scope="colgroup">C</th></tr></table>',
    },
  ],
  fails: [
    {
      name: 'axe: another value',
      page: '<table><tr><th id="a" scope="column">A</th><th scope="col">B</th></tr></table>',
      message: 'invalid',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'HTML: cells of data have none',
      page: '<table><tr><td scope="row">A</td></tr></table>',
      message: 'invalid',
      evidence: 'html > body > table > tbody > tr > td',
    },
  ],
  notApplicable: [{ name: 'none', page: '<table><tr><th>A</th></tr></table>' }],
})
