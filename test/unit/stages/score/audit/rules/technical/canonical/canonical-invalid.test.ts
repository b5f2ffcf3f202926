import { canonicalInvalid } from '#stages/score/audit/rules/technical/canonical/canonical-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalInvalid, {
  passes: [
    { name: 'absolute', page: '<link rel="canonical" href="https://www.example.com/">' },
    { name: 'pitfall 26: relative is not invalid', page: '<link rel="canonical" href="/page">' },
  ],
  fails: [
    {
      name: 'Lighthouse canonical: no address',
      page: '<link rel="canonical" href="https://">',
      message: 'invalid',
      evidence: 'html > head > link',
      says: '"https://"',
    },
    {
      name: 'empty',
      page: '<link rel="canonical" href="">',
      message: 'invalid',
      evidence: 'html > head > link',
    },
    {
      name: 'another scheme',
      page: '<link rel="canonical" href="file:///C:/page.html">',
      message: 'invalid',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'without an address', page: '<link rel="canonical">' },
  ],
})
