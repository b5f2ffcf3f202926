import { urlUppercase } from '#stages/score/audit/rules/technical/url/url-uppercase.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlUppercase, {
  passes: [
    { name: 'Google: /apple', page: { url: 'https://www.example.com/apple' } },
    { name: 'hosts have no case', page: { url: 'https://WWW.Example.com/apple' } },
    { name: 'RFC 3986, 2.1: digits of escapes', page: { url: 'https://www.example.com/%C3%BCber' } },
    { name: 'parameters are not looked at', page: { url: 'https://www.example.com/a?Q=Apple' } },
  ],
  fails: [
    {
      name: 'Google: /APPLE is not /apple',
      page: { url: 'https://www.example.com/APPLE' },
      message: 'upper',
      evidence: 'https://www.example.com/APPLE',
      says: '/APPLE',
    },
  ],
  notApplicable: 'every page has an address',
})
