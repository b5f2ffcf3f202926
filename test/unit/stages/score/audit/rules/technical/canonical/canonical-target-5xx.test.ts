import { canonicalTarget5xx } from '#stages/score/audit/rules/technical/canonical/canonical-target-5xx.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const url = 'https://www.example.com/other'

ruleTester(canonicalTarget5xx, {
  passes: [{ name: 'it exists', page: { html, targets: [{ url }] } }],
  fails: [
    {
      name: 'unavailable',
      page: { html, targets: [{ url, status: 503 }] },
      message: 'error',
      evidence: 'https://www.example.com/other (503)',
      says: '503',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
  notDecidable: [
    {
      name: 'no answer',
      page: { html, targets: [{ url, status: null, error: 'timeout' }] },
      reason: 'not_probed',
    },
  ],
})
