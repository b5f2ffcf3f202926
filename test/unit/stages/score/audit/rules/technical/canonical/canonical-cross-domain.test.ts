import { canonicalCrossDomain } from '#stages/score/audit/rules/technical/canonical/canonical-cross-domain.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(canonicalCrossDomain, {
  passes: [
    { name: 'another host of the site', page: named('https://m.example.com/a', 'https://www.example.com/a') },
  ],
  fails: [
    {
      name: 'another domain',
      page: named('https://www.example.com/a', 'https://www.example.org/a'),
      message: 'elsewhere',
      evidence: 'html > head > link',
      says: 'example.org',
    },
    {
      name: 'another site of a shared domain',
      page: named('https://one.github.io/a', 'https://two.github.io/a'),
      message: 'elsewhere',
      evidence: 'html > head > link',
      says: 'two.github.io',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'pitfall 24: a test server names the real site',
      page: named('http://localhost:3000/a', 'https://www.example.com/a'),
    },
  ],
})
