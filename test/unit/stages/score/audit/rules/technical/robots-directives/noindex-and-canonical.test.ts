import { noindexAndCanonical } from '#stages/score/audit/rules/technical/robots-directives/noindex-and-canonical.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const noindex = '<meta name="robots" content="noindex">'

ruleTester(noindexAndCanonical, {
  passes: [
    { name: 'no canonical', page: noindex },
    { name: 'the page itself', page: `${noindex}<link rel="canonical" href="https://www.example.com/page">` },
  ],
  fails: [
    {
      name: 'another page',
      page: `${noindex}<link rel="canonical" href="https://www.example.com/other">`,
      message: 'mixed',
      evidence: 'html > head > meta',
      says: 'https://www.example.com/other',
    },
  ],
  notApplicable: [
    { name: 'no noindex', page: '<link rel="canonical" href="https://www.example.com/other">' },
  ],
})
