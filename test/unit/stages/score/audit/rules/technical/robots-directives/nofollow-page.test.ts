import { nofollowPage } from '#stages/score/audit/rules/technical/robots-directives/nofollow-page.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(nofollowPage, {
  passes: [{ name: 'none', page: '<a href="/" rel="nofollow">A</a>' }],
  fails: [
    {
      name: 'Google: nofollow',
      page: '<meta name="robots" content="nofollow">',
      message: 'nofollow',
      evidence: 'html > head > meta',
    },
    {
      name: 'Google: none',
      page: { headers: { 'x-robots-tag': 'none' } },
      message: 'nofollow',
      evidence: 'X-Robots-Tag: none',
    },
  ],
  notApplicable: 'every page can have links',
})
