import { redirectTemporary } from '#stages/score/audit/rules/technical/redirects/redirect-temporary.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const hop = (status: number) => ({
  url: 'https://www.example.com/old',
  status,
  location: 'https://www.example.com/page',
})

ruleTester(redirectTemporary, {
  passes: [{ name: 'Google: 301 and 308 are permanent', page: { redirects: [hop(301), hop(308)] } }],
  fails: [
    {
      name: 'Google: 302 is temporary',
      page: { redirects: [hop(301), hop(302)] },
      message: 'temporary',
      evidence: 'https://www.example.com/old → https://www.example.com/page (302)',
      affected: 1,
      total: 2,
    },
    {
      name: 'Google: 307 and 303, too',
      page: { redirects: [hop(307), hop(303)] },
      message: 'temporary',
      evidence: 'https://www.example.com/old → https://www.example.com/page (307)',
      affected: 2,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
