import { canonicalMultiple } from '#stages/score/audit/rules/technical/canonical/canonical-multiple.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalMultiple, {
  passes: [
    { name: 'one', page: '<link rel="canonical" href="/">' },
    {
      name: 'pitfall 3: the same in other words',
      page: '<link rel="canonical" href="https://www.example.com/a%7eb"><link rel="canonical" href="HTTPS://WWW.EXAMPLE.COM:443/a~b#top">',
    },
    {
      name: 'pitfall 8: one in the body is ignored',
      page: '<link rel="canonical" href="/"><p>Text</p><link rel="canonical" href="/other">',
    },
  ],
  fails: [
    {
      name: 'Lighthouse canonical: conflicting',
      page: '<link rel="canonical" href="/a"><link rel="canonical" href="/b">',
      message: 'several',
      says: '2 different',
      evidence: 'html > head > link:nth-of-type(1)',
    },
    {
      name: 'two headers',
      page: { headers: { link: ['</a>; rel=canonical', '</b>; rel=canonical'] } },
      message: 'several',
      evidence: 'Link: </a>; rel="canonical"',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
