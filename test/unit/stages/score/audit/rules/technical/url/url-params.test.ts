import { urlParams } from '#stages/score/audit/rules/technical/url/url-params.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlParams, {
  passes: [
    { name: 'three', page: { url: 'https://www.example.com/?a=1&b=2&c=3' } },
    { name: 'one that has several values', page: { url: 'https://www.example.com/?a=1&a=2&a=3&a=4' } },
  ],
  fails: [
    {
      name: 'four',
      page: { url: 'https://www.example.com/?a=1&b=2&c=3&d=4' },
      message: 'many',
      evidence: 'https://www.example.com/?a=1&b=2&c=3&d=4',
      says: '4 parameters',
    },
  ],
  notApplicable: [{ name: 'none', page: { url: 'https://www.example.com/' } }],
})
