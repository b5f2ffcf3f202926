import { canonicalFragment } from '#stages/score/audit/rules/technical/canonical/canonical-fragment.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalFragment, {
  passes: [{ name: 'without', page: '<link rel="canonical" href="https://www.example.com/page">' }],
  fails: [
    {
      name: 'Google: fragments are not supported',
      page: '<link rel="canonical" href="https://www.example.com/page#part">',
      message: 'fragment',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
