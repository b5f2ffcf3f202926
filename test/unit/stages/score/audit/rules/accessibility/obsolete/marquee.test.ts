import { marquee } from '#stages/score/audit/rules/accessibility/obsolete/marquee.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(marquee, {
  passes: [{ name: 'hidden', page: '<marquee style="display: none">A</marquee>' }],
  fails: [
    {
      name: 'axe: shown',
      page: '<marquee id="a">A</marquee><marquee hidden>B</marquee>',
      message: 'found',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'nothing moves', page: '<marquee> </marquee>' },
    { name: 'none', page: '<p>A</p>' },
  ],
})
