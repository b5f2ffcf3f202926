import { thHasDataCells } from '#stages/score/audit/rules/accessibility/tables/th-has-data-cells.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(thHasDataCells, {
  passes: [
    {
      name: 'ACT d0f69e passed: columns',
      page: '<table><tr><th>Time</th></tr><tr><td>05:41</td></tr></table>',
    },
    {
      name: 'ACT d0f69e passed: rows',
      page: '<table><tr><th scope="row">Time</th><td>05:41</td></tr></table>',
    },
    {
      name: 'ACT d0f69e passed: named by the cells',
      page: '<table><tr><th id="a">Col</th></tr><tr><th id="b">Row</th></tr><tr><th></th><td headers="a b">X</td></tr></table>',
    },
    {
      name: 'HTML 4.9.12: columns that span',
      page: '<table><tr><th colspan="2">A</th></tr><tr><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td></tr></table>',
    },
    {
      name: 'HTML 4.9.12: a corner heads the headers of rows',
      page: '<table><tr><th scope="col">Cat</th><th scope="col">Price</th></tr><tr><th scope="row">Tom</th><td>5</td></tr></table>',
    },
    {
      name: 'the same without scopes',
      page: '<table><tr><th>Cat</th><th>Price</th></tr><tr><th>Tom</th><td>5</td></tr></table>',
    },
    { name: 'a table from right to left', page: '<table dir="rtl"><tr><td>1</td><th>A</th></tr></table>' },
  ],
  fails: [
    {
      name: 'ACT d0f69e failed: no cell in its column',
      page: '<table><tr><th>Col 1</th><th id="b">Col 2</th></tr><tr><td>A</td></tr></table>',
      message: 'alone',
      affected: 1,
      total: 2,
      evidence: '#b',
    },
    {
      name: 'the wrong scope',
      page: '<table><tr><th scope="col">A</th><td>1</td></tr></table>',
      message: 'alone',
      evidence: 'html > body > table > tbody > tr > th',
    },
  ],
  notApplicable: [
    { name: 'no headers', page: '<table><tr><td>A</td></tr></table>' },
    {
      name: 'ACT d0f69e inapplicable: for layout',
      page: '<table role="presentation"><tr><th>A</th></tr></table>',
    },
  ],
  notDecidable: [
    {
      name: 'scripts may fill it',
      page: '<table><thead><tr><th>A</th></tr></thead><tbody></tbody></table>',
      reason: 'scripted_content',
    },
  ],
})
