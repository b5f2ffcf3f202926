import { emptyTableHeader } from '#stages/score/audit/rules/accessibility/tables/empty-table-header.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(emptyTableHeader, {
  passes: [
    { name: 'axe: text', page: '<table><tr><th>A</th></tr></table>' },
    {
      name: 'an image or a control',
      page: '<table><tr><th><img src="a.png" alt="A"></th><th><input type="checkbox"></th></tr></table>',
    },
    { name: 'axe: by role', page: '<div role="rowheader">A</div>' },
  ],
  fails: [
    {
      name: 'axe: nothing',
      page: '<table><tr><th id="a"></th><th>B</th></tr></table>',
      message: 'empty',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'white space',
      page: '<table><tr><th><span> </span></th></tr></table>',
      message: 'empty',
      evidence: 'html > body > table > tbody > tr > th',
    },
  ],
  notApplicable: [{ name: 'a cell of data may be empty', page: '<table><tr><td></td></tr></table>' }],
})
