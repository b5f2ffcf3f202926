import { canonicalToRoot } from '#stages/score/audit/rules/technical/canonical/canonical-to-root.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const named = (url: string, canonical: string) => ({
  url,
  html: `<link rel="canonical" href="${canonical}">`,
})

ruleTester(canonicalToRoot, {
  passes: [
    { name: 'another page', page: named('https://www.example.com/a/b', 'https://www.example.com/a') },
    {
      name: 'Lighthouse #4295: the home page by another name',
      page: named('https://www.example.com/index.html', 'https://www.example.com/'),
    },
    {
      name: 'the home page with parameters',
      page: named('https://www.example.com/?ref=a', 'https://www.example.com/'),
    },
  ],
  fails: [
    {
      name: 'Lighthouse canonical: points to the root',
      page: named('https://www.example.com/a/b', 'https://www.example.com/'),
      message: 'root',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: named('https://www.example.com/', 'https://www.example.com/') },
    { name: 'another site', page: named('https://www.example.com/a', 'https://www.example.org/') },
    {
      name: 'a language version is reported by hreflang-vs-canonical',
      page: {
        url: 'https://www.example.com/de/',
        html: '<link rel=canonical href="/"><link rel=alternate hreflang=de href="https://www.example.com/de/">',
      },
    },
    {
      name: 'a list is reported by pagination-canonical-first',
      page: named('https://www.example.com/page/2', 'https://www.example.com/'),
    },
  ],
})
