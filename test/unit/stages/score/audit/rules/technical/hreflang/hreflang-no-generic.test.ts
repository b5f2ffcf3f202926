import { hreflangNoGeneric } from '#stages/score/audit/rules/technical/hreflang/hreflang-no-generic.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const set = (...codes: string[]) =>
  codes.map((code) => alternate(code, `https://www.example.com/${code}`)).join('')

ruleTester(hreflangNoGeneric, {
  passes: [
    { name: 'Google: en-ie, en-ca, en-au and en', page: set('en-ie', 'en-ca', 'en-au', 'en') },
    { name: 'x-default serves as well', page: set('en-GB', 'en-AU', 'X-DEFAULT') },
    { name: 'one country of each language', page: set('en-GB', 'de-AT') },
  ],
  fails: [
    {
      name: 'Google: en-ie, en-ca and en-au alone',
      page: set('en-ie', 'en-ca', 'en-au', 'de'),
      message: 'missing',
      evidence: 'html > head > link:nth-of-type(1)',
      says: 'speakers of en',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    { name: 'no countries', page: set('en', 'de') },
  ],
})
