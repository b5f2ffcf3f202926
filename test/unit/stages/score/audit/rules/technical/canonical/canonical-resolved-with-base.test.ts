import { canonicalResolvedWithBase } from '#stages/score/audit/rules/technical/canonical/canonical-resolved-with-base.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalResolvedWithBase, {
  passes: [
    {
      name: 'a base that changes nothing',
      page: '<base href="https://www.example.com/"><link rel="canonical" href="/page">',
    },
  ],
  fails: [
    {
      name: 'HTML, 4.2.3: relative to the base',
      page: '<base href="https://www.example.com/shop/"><link rel="canonical" href="page">',
      message: 'changed',
      evidence: 'html > head > link',
      says: 'https://www.example.com/shop/page',
    },
    {
      name: 'an alternate',
      page: '<base href="https://cdn.example.net/"><link rel="alternate" hreflang="de" href="/de">',
      message: 'changed',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'no base', page: '<link rel="canonical" href="page">' },
    {
      name: 'absolute',
      page: '<base href="/shop/"><link rel="canonical" href="https://www.example.com/page">',
    },
  ],
})
