import { canonicalCrossDomain } from '#stages/score/audit/rules/technical/canonical/canonical-cross-domain.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(canonicalCrossDomain, {
  passes: [
    {
      name: 'another spelling, which canonical-host-drift reports',
      page: named('https://example.com/a', 'https://www.example.com/a'),
    },
    {
      name: 'the home page, which canonical-to-root reports',
      page: named('https://example.com/a', 'https://example.com/'),
    },
    {
      name: 'the first page of a list, which pagination-canonical-first reports',
      page: named('https://example.com/a?page=2', 'https://example.com/a'),
    },
    {
      name: 'another language version, which hreflang-vs-canonical reports',
      page: {
        url: 'https://example.com/de',
        html: `<link rel="canonical" href="https://example.com/en"><link rel="alternate" hreflang="de" href="https://example.com/de">`,
      },
    },
  ],
  fails: [
    {
      name: 'another host of the site',
      page: named('https://m.example.com/a', 'https://www.example.com/a'),
      message: 'sameSite',
      evidence: 'html > head > link',
      says: 'https://www.example.com/a',
    },
    {
      name: 'a page without its parameters',
      page: named('https://example.com/shirt?colour=red', 'https://example.com/shirt'),
      message: 'sameSite',
      evidence: 'html > head > link',
      says: 'https://example.com/shirt',
    },
    {
      name: 'a test server names another page',
      page: named('http://localhost:3000/a', 'https://www.example.com/b'),
      message: 'elsewhere',
      evidence: 'html > head > link',
      says: 'example.com',
    },
    {
      name: 'another spelling on a test server',
      page: named('http://localhost:3000/a', 'http://localhost:3000/a/'),
      message: 'sameSite',
      evidence: 'html > head > link',
      says: '/a/',
    },
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
    { name: 'the page itself', page: named('https://www.example.com/a', 'https://www.example.com/a') },
  ],
})
