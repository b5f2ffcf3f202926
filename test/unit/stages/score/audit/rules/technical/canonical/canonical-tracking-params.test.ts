import { canonicalTrackingParams } from '#stages/score/audit/rules/technical/canonical/canonical-tracking-params.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalTrackingParams, {
  passes: [
    {
      name: 'parameters that choose the content',
      page: '<link rel="canonical" href="https://www.example.com/?id=3&amp;page=2">',
    },
  ],
  fails: [
    {
      name: 'a campaign',
      page: '<link rel="canonical" href="https://www.example.com/?utm_source=a&amp;id=3&amp;gclid=x">',
      message: 'tracking',
      evidence: 'html > head > link',
      says: 'utm_source, gclid',
    },
    {
      name: 'Google: session ids',
      page: '<link rel="canonical" href="https://www.example.com/a;jsessionid=1">',
      message: 'tracking',
      evidence: 'html > head > link',
      says: 'jsessionid',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
