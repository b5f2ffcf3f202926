import { ariaRequiredAttr } from '#stages/score/audit/rules/accessibility/aria/aria-required-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaRequiredAttr, {
  passes: [
    { name: 'ACT 4e8ab6 passed: a check box', page: '<div role="checkbox" aria-checked="false"></div>' },
    {
      name: 'ACT 4e8ab6 passed: a scroll bar',
      page: '<div role="scrollbar" aria-controls="c" aria-valuenow="0"></div><main id="c"></main>',
    },
    {
      name: 'ACT 4e8ab6 passed: a closed combo box',
      page: '<div role="combobox" aria-expanded="false"></div>',
    },
    {
      name: 'axe: HTML provides the state',
      page: '<input type="checkbox" role="switch"><h3 role="heading">A</h3>',
    },
    {
      name: `axe: aria-valuetext gives a slider's value`,
      page: '<div role="slider" aria-valuetext="some"></div>',
    },
  ],
  fails: [
    {
      name: 'ACT 4e8ab6: a drawing',
      page: '<svg role="slider"></svg>',
      message: 'missing',
      evidence: 'html > body > svg',
      affected: 1,
      total: 1,
    },
    {
      name: 'WAI-ARIA 1.2, meter: text is no value',
      page: '<div role="meter" aria-valuetext="A"></div>',
      message: 'missing',
      evidence: 'html > body > div',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 4e8ab6 failed: a check box',
      page: '<div id="a" role="checkbox">A</div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 4e8ab6 failed: an empty one',
      page: '<div role="checkbox" aria-checked=""></div><div role="radio" aria-checked="true"></div>',
      message: 'missing',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 4e8ab6 failed: an open combo box without its list',
      page: '<div role="combobox" aria-expanded="true"></div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
    {
      name: 'WAI-ARIA 1.2: a heading',
      page: '<div role="heading">A</div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
    {
      name: 'WAI-ARIA 1.2: a separator that can be moved',
      page: '<div role="separator" tabindex="0"></div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [
    { name: 'ACT 4e8ab6 inapplicable: no role', page: '<div>A</div><input type="checkbox">' },
    {
      name: `the element's own role`,
      page: '<input type="checkbox" role="checkbox"><hr role="separator"><div role="separator"></div><div role="option">A</div>',
    },
  ],
})
