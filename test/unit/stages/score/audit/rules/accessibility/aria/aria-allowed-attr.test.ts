import { ariaAllowedAttr } from '#stages/score/audit/rules/accessibility/aria/aria-allowed-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaAllowedAttr, {
  passes: [
    {
      name: 'ACT 5c01ea: language features, media may have the attributes of an application',
      page: '<video controls aria-activedescendant="a"></video><p id="a">A</p>',
    },
    {
      name: 'WAI-ARIA 1.3 draft: actions',
      page: '<ul><li aria-actions="a">A</li></ul><button id="a">B</button>',
    },
    { name: 'ARIA in HTML: aria-hidden', page: '<br aria-hidden="false"><wbr aria-hidden="false">' },
    { name: 'a part of a drawing', page: '<svg><g aria-checked="true"></g></svg>' },
    { name: 'WAI-ARIA 1.2: browsers assume the same', page: '<a href="/" aria-current="TRUE">A</a>' },
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
      name: 'ARIA in HTML: elements that are not told',
      page: '<br aria-label="A"><picture aria-label="A"><img src="a.png" alt="A"></picture>',
      message: 'unfit',
      evidence: 'html > body > br',
      affected: 2,
      total: 2,
    },
    {
      name: 'ARIA in HTML, section 5: capital letters',
      page: '<button aria-pressed="TRUE">A</button>',
      message: 'unfit',
      evidence: 'html > body > button',
      affected: 1,
      total: 1,
    },
    {
      name: 'WAI-ARIA 1.2, none: an item without a list',
      page: '<ul role="none"><li aria-level="1">A</li></ul>',
      message: 'unfit',
      evidence: 'html > body > ul > li',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 5c01ea: drawings',
      page: '<svg role="img" aria-checked="true"></svg>',
      message: 'unfit',
      evidence: 'html > body > svg',
      affected: 1,
      total: 1,
    },
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
