import { blink } from '#stages/score/audit/rules/accessibility/obsolete/blink.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(blink, {
  passes: [{ name: 'hidden', page: '<blink hidden>A</blink>' }],
  fails: [
    {
      name: 'axe: shown',
      page: '<blink id="a">A</blink>',
      message: 'found',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'none', page: '<p>A</p>' }],
})
