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
    {
      name: 'WAI-ARIA 5.4: a table that is made of roles',
      page: '<div role="table"><div role="row"><b role="columnheader">A</b></div><div role="row"><b role="rowheader">B</b><i role="cell">1</i></div></div>',
    },
    {
      name: 'HTML 4.9.12.2: the header of a row group',
      page: '<table><tbody><tr><th scope="rowgroup" colspan="2">A</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
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
    {
      name: 'ACT d0f69e: in a grid that is made of roles',
      page: '<div role="grid"><div role="row"><b role="columnheader">A</b><b role="columnheader" id="b">B</b></div><div role="row"><i role="gridcell" aria-colindex="1">1</i></div></div>',
      message: 'alone',
      evidence: '#b',
      affected: 1,
      total: 2,
    },
    {
      name: 'HTML 4.9.12.2: cells with headers of their own are not headed by position',
      page: '<table><tr><th id="a">A</th><th id="b">B</th></tr><tr><td>1</td><td headers="a">2</td></tr></table>',
      message: 'alone',
      evidence: '#b',
    },
    {
      name: 'ACT d0f69e: a td with the role of a header',
      page: '<table><tr><td>1</td></tr><tr><td id="a" role="columnheader">A</td></tr></table>',
      message: 'alone',
      evidence: '#a',
    },
  ],
  notApplicable: [
    {
      name: 'ACT d0f69e inapplicable: no header by its role',
      page: '<table><tr><th role="cell">A</th></tr></table>',
    },
    { name: 'not exposed', page: '<table><tr><th hidden>A</th><td>1</td></tr></table>' },
    { name: 'no headers', page: '<table><tr><td>A</td></tr></table>' },
    {
      name: 'ACT d0f69e inapplicable: for layout',
      page: '<table role="presentation"><tr><th>A</th></tr></table>',
    },
  ],
  notDecidable: [
    {
      name: 'a grid of headers, whose rows a script adds',
      page: '<div role="grid"><div role="row"><b role="columnheader">A</b></div></div>',
      reason: 'scripted_content',
    },
    {
      name: 'scripts may fill it',
      page: '<table><thead><tr><th>A</th></tr></thead><tbody></tbody></table>',
      reason: 'scripted_content',
    },
  ],
})
