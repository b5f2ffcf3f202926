import { canonicalHostDrift } from '#stages/score/audit/rules/technical/canonical/canonical-host-drift.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(canonicalHostDrift, {
  passes: [
    { name: 'another page', page: named('https://www.example.com/a', 'https://www.example.com/b') },
    {
      name: 'parameters are no spelling',
      page: named('https://www.example.com/a?x=1', 'https://www.example.com/a'),
    },
  ],
  fails: [
    {
      name: 'www',
      page: named('https://www.example.com/a', 'https://example.com/a'),
      evidence: 'html > head > link',
      message: 'www',
    },
    {
      name: 'a slash',
      page: named('https://www.example.com/a/', 'https://www.example.com/a'),
      evidence: 'html > head > link',
      message: 'slash',
    },
    {
      name: 'upper case',
      page: named('https://www.example.com/Shoes', 'https://www.example.com/shoes'),
      evidence: 'html > head > link',
      message: 'letterCase',
    },
  ],
  notApplicable: [
    {
      name: 'pitfall 3: the same in other words',
      page: named('https://www.example.com/a', 'https://WWW.EXAMPLE.com:443/a'),
    },
    {
      name: 'another scheme is reported by canonical-scheme-drift',
      page: named('https://www.example.com/a', 'http://example.com/a'),
    },
  ],
})
