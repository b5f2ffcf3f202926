import { canonicalSchemeDrift } from '#stages/score/audit/rules/technical/canonical/canonical-scheme-drift.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(canonicalSchemeDrift, {
  passes: [{ name: 'another page', page: named('https://www.example.com/a', 'https://www.example.com/b') }],
  fails: [
    {
      name: 'https names http',
      page: named('https://www.example.com/a', 'http://www.example.com/a'),
      message: 'drift',
      evidence: 'html > head > link',
    },
    {
      name: 'without www, too',
      page: named('http://www.example.com/a', 'https://example.com/a'),
      message: 'drift',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: named('https://www.example.com/a', 'https://www.example.com/a') },
    {
      name: 'pitfall 24: a test server',
      page: named('http://localhost:3000/a', 'https://www.example.com/a'),
    },
    {
      name: 'a redirect is reported by canonical-target-redirects',
      page: {
        ...named('https://www.example.com/a', 'http://www.example.com/a'),
        probes: { 'http://www.example.com/a': 301 },
      },
    },
  ],
})
