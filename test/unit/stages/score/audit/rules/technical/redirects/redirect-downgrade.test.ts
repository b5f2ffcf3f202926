import { redirectDowngrade } from '#stages/score/audit/rules/technical/redirects/redirect-downgrade.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(redirectDowngrade, {
  passes: [
    {
      name: 'http to https',
      page: {
        redirects: [
          { url: 'http://www.example.com/', status: 301, location: 'https://www.example.com/' },
          { url: 'https://www.example.com/', status: 301, location: 'https://www.example.com/page' },
        ],
      },
    },
  ],
  fails: [
    {
      name: 'https to http',
      page: {
        url: 'http://www.example.com/page',
        redirects: [
          { url: 'https://www.example.com/', status: 302, location: 'http://www.example.com/page' },
        ],
      },
      message: 'downgrade',
      evidence: 'https://www.example.com/ → http://www.example.com/page (302)',
      says: 'https://www.example.com/ redirects to http://www.example.com/page',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
