import { emptyTableHeader } from '#stages/score/audit/rules/accessibility/tables/empty-table-header.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(emptyTableHeader, {
  passes: [
    { name: 'axe: text', page: '<table><tr><th>A</th></tr></table>' },
    {
      name: 'an image or a control',
      page: '<table><tr><th><img src="a.png" alt="A"></th><th><input type="checkbox"></th></tr></table>',
    },
    {
      name: 'axe: the text of a part',
      page: '<table><tr><th><abbr title="Monday"></abbr></th><th><svg><title>B</title></svg></th></tr></table>',
    },
    {
      name: 'one fault costs once: what an image and a link lack',
      page: '<table><tr><th><img src="a.png"></th><th><a href="/b"></a></th></tr></table>',
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
    {
      name: 'axe: a label that is not seen',
      page: '<table><tr><th id="a" aria-label="A" title="B"></th></tr></table>',
      message: 'empty',
      evidence: '#a',
    },
    {
      name: 'axe: parts without text',
      page: '<table><tr><th id="a"><div></div><img src="a.png" alt=""><svg></svg></th></tr></table>',
      message: 'empty',
      evidence: '#a',
    },
  ],
  notDecidable: [
    {
      name: 'a part that a script draws',
      page: '<table><tr><th><x-icon></x-icon></th></tr></table>',
      reason: 'scripted_content',
    },
  ],
  notApplicable: [
    { name: 'axe: in a table for layout', page: '<table role="none"><tr><th></th></tr></table>' },
    { name: 'axe: another role', page: '<table><tr><th role="cell"></th></tr></table>' },
    { name: 'a cell of data may be empty', page: '<table><tr><td></td></tr></table>' },
  ],
})
