import { ariaMeterName } from '#stages/score/audit/rules/accessibility/aria-names/aria-meter-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaMeterName, {
  passes: [
    { name: 'axe: aria-label', page: '<div role="meter" aria-label="Speed" aria-valuenow="2"></div>' },
  ],
  fails: [
    {
      name: 'axe: content is its value',
      page: '<div id="a" role="meter" aria-valuenow="2">2</div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'none', page: '<meter value="2"></meter>' }],
})
