import { hreflangXDefaultMissing } from '#stages/score/audit/rules/technical/hreflang/hreflang-x-default-missing.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const set = (...codes: string[]) =>
  codes.map((code) => alternate(code, `https://www.example.com/${code}`)).join('')

ruleTester(hreflangXDefaultMissing, {
  passes: [{ name: 'there is one', page: set('en', 'de', 'x-default') }],
  fails: [
    {
      name: 'there is none',
      page: set('en', 'de'),
      message: 'missing',
      evidence: 'html > head > link:nth-of-type(1)',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    { name: 'one version alone', page: set('en') },
    { name: 'countries of one language are reported by hreflang-no-generic', page: set('en-GB', 'en-AU') },
  ],
})
