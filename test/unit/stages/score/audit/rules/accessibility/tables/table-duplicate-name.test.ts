import { tableDuplicateName } from '#stages/score/audit/rules/accessibility/tables/table-duplicate-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(tableDuplicateName, {
  passes: [
    {
      name: 'axe: other words',
      page: '<table summary="Prices by month"><caption>Prices</caption><tr><td>A</td></tr></table>',
    },
  ],
  fails: [
    {
      name: 'axe: the same words',
      page: '<table id="a" summary="Prices"><caption> <b>prices</b> </caption><tr><td>A</td></tr></table>',
      message: 'repeated',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [
    {
      name: 'one alone',
      page: '<table summary="A"><tr><td>A</td></tr></table><table><caption>A</caption></table>',
    },
  ],
})
