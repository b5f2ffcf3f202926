import { canonicalRelative } from '#stages/score/audit/rules/technical/canonical/canonical-relative.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalRelative, {
  passes: [{ name: 'absolute', page: '<link rel="canonical" href=" https://www.example.com/ ">' }],
  fails: [
    {
      name: 'Google: use absolute paths',
      page: '<link rel="canonical" href="/page">',
      message: 'relative',
      evidence: 'html > head > link',
      says: '"/page"',
    },
    {
      name: 'without a scheme',
      page: '<link rel="canonical" href="//www.example.com/page">',
      message: 'relative',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'unusable: canonical-invalid reports it', page: '<link rel="canonical" href="https://">' },
  ],
})
