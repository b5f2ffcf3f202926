import { urlSpace } from '#stages/score/audit/rules/technical/url/url-space.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlSpace, {
  passes: [
    { name: 'none', page: { url: 'https://www.example.com/a-b' } },
    { name: 'of what somebody searches for', page: { url: 'https://www.example.com/find?q=a%20b' } },
  ],
  fails: [
    {
      name: 'escaped',
      page: { url: 'https://www.example.com/a%20b' },
      message: 'space',
      evidence: 'https://www.example.com/a%20b',
    },
    {
      name: 'browsers escape one that is written',
      page: { url: 'https://www.example.com/a b' },
      message: 'space',
      evidence: 'https://www.example.com/a%20b',
    },
  ],
  notApplicable: 'every page has an address',
})
