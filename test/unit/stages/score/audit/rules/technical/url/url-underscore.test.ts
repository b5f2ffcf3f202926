import { urlUnderscore } from '#stages/score/audit/rules/technical/url/url-underscore.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlUnderscore, {
  passes: [
    { name: 'Google: summer-clothing', page: { url: 'https://www.example.com/summer-clothing' } },
    { name: 'parameters have the names they have', page: { url: 'https://www.example.com/a?utm_source=b' } },
  ],
  fails: [
    {
      name: 'Google: summer_clothing',
      page: { url: 'https://www.example.com/summer_clothing' },
      message: 'underscore',
      evidence: 'https://www.example.com/summer_clothing',
    },
  ],
  notApplicable: 'every page has an address',
})
