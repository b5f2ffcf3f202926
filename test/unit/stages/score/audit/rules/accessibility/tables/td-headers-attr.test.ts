import { tdHeadersAttr } from '#stages/score/audit/rules/accessibility/tables/td-headers-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(tdHeadersAttr, {
  passes: [
    {
      name: 'ACT a25f45 passed: a header of the table',
      page: '<table><thead><tr><th id="h">A</th></tr></thead><tr><td headers="h">B</td></tr></table>',
    },
    {
      name: 'ACT a25f45 passed: several, of which one is a header by its role',
      page: '<table><tr><th id="a">A</th><td id="b" role="columnheader">B</td></tr><tr><td headers="a b">C</td></tr></table>',
    },
  ],
  fails: [
    {
      name: 'ACT a25f45 failed: itself',
      page: '<table><tr><th id="h">A</th></tr><tr><td id="c" headers="c">B</td></tr></table>',
      message: 'wrong',
      affected: 1,
      total: 1,
      evidence: '#c',
    },
    {
      name: 'ACT a25f45 failed: a cell of another table',
      page: '<table><tr><th id="h">A</th></tr></table><table><tr><td headers="h">B</td></tr></table>',
      message: 'wrong',
      evidence: 'html > body > table:nth-of-type(2) > tbody > tr > td',
    },
    {
      name: 'ACT a25f45 failed: nothing',
      page: '<table><tr><th id="h">A</th></tr><tr><td headers="h">B</td><td headers="x">C</td></tr></table>',
      message: 'wrong',
      evidence: 'html > body > table > tbody > tr:nth-of-type(2) > td:nth-of-type(2)',
      affected: 1,
      total: 2,
    },
    {
      name: 'HTML 4.9.11: a cell that is no th',
      page: '<table><tr><td id="h">A</td></tr><tr><td id="c" headers="h">B</td></tr></table>',
      message: 'wrong',
      evidence: '#c',
    },
    {
      name: 'axe: a th whose role is that of a cell',
      page: '<table role="grid"><tr><th id="h" role="gridcell">A</th></tr><tr><td id="c" headers="h">B</td></tr></table>',
      message: 'wrong',
      evidence: '#c',
    },
    {
      name: 'ACT a25f45 failed: of the table around it',
      page: '<table><tr><th id="h">A</th><td><table><tr><td id="c" headers="h">B</td></tr></table></td></tr></table>',
      message: 'wrong',
      evidence: '#c',
    },
  ],
  notApplicable: [
    {
      name: 'an empty one names none',
      page: '<table><tr><td headers="">B</td><td headers=" ">C</td></tr></table>',
    },
    { name: 'ACT a25f45 inapplicable: none', page: '<table><tr><td>B</td></tr></table>' },
    {
      name: 'ACT a25f45 inapplicable: hidden, or for layout',
      page: '<table hidden><tr><td headers="x">B</td></tr></table><table role="presentation"><tr><td headers="x">B</td></tr></table>',
    },
  ],
})
