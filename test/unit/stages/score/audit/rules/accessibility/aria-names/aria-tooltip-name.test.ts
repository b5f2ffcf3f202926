import { ariaTooltipName } from '#stages/score/audit/rules/accessibility/aria-names/aria-tooltip-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaTooltipName, {
  passes: [{ name: 'axe: text', page: '<div role="tooltip">Help</div>' }],
  fails: [
    {
      name: 'axe: none',
      page: '<div id="a" role="tooltip"></div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'a hidden one', page: '<div role="tooltip" style="display:none"></div>' }],
})
