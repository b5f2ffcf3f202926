import { ariaProgressbarName } from '#stages/score/audit/rules/accessibility/aria-names/aria-progressbar-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaProgressbarName, {
  passes: [
    {
      name: 'axe: aria-labelledby',
      page: '<div role="progressbar" aria-labelledby="l"></div><p id="l">Loading</p>',
    },
  ],
  fails: [
    {
      name: 'axe: none',
      page: '<div id="a" role="progressbar">5 %</div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'none', page: '<progress></progress>' }],
})
