import { hreflangUrlManyLanguages } from '#stages/score/audit/rules/technical/hreflang/hreflang-url-many-languages.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'

ruleTester(hreflangUrlManyLanguages, {
  passes: [
    { name: 'one language each', page: alternate('en', a) + alternate('de', b) },
    {
      name: 'Google: countries of one language, and everybody else',
      page: alternate('en-GB', a) + alternate('en-US', a) + alternate('x-default', a),
    },
  ],
  fails: [
    {
      name: 'two languages',
      page: alternate('en', a) + alternate('de', a) + alternate('fr', b),
      message: 'many',
      evidence: 'html > head > link:nth-of-type(1)',
      affected: 1,
      total: 2,
      says: 'en, de',
    },
  ],
  notApplicable: [{ name: 'no versions', page: '<title>A</title>' }],
})
