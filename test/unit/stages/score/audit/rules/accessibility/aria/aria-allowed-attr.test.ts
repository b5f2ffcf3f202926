import { ariaAllowedAttr } from '#stages/score/audit/rules/accessibility/aria/aria-allowed-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaAllowedAttr, {
  passes: [
    { name: 'ACT 5c01ea passed: of the role', page: '<button aria-expanded="false">A</button>' },
    {
      name: 'ACT 5c01ea passed: global',
      page: '<div aria-live="polite" aria-busy="true" aria-haspopup="true"></div>',
    },
    {
      name: `ACT 5c01ea passed: of the element's own role`,
      page: '<div role="checkbox" aria-checked="false"></div><input type="range" aria-valuetext="x"><h2 aria-level="3">A</h2>',
    },
    {
      name: 'ACT 5c01ea: rows and cells',
      page: '<table role="treegrid"><tr aria-level="1" aria-expanded="true"><td aria-colindex="1" aria-selected="true">A</td></tr></table>',
    },
    { name: 'says what holds anyway', page: '<div aria-required="false"></div>' },
    { name: 'a custom element may have a role by script', page: '<x-menu aria-expanded="false"></x-menu>' },
  ],
  fails: [
    {
      name: 'ACT 5c01ea failed: not of the role',
      page: '<button id="a" aria-sort="ascending">A</button>',
      message: 'unfit',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'no role at all',
      page: '<div aria-expanded="true"></div><div aria-busy="true"></div>',
      message: 'unfit',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: `axe: a link can't be checked`,
      page: '<a href="/" aria-checked="true">A</a>',
      message: 'unfit',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<p>A</p>' },
    {
      name: 'aria-valid-attr reports it for others: no rule fires twice',
      page: '<p hidden aria-checked="true">A</p>',
    },
  ],
})
