import { canonicalTarget4xx } from '#stages/score/audit/rules/technical/canonical/canonical-target-4xx.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const url = 'https://www.example.com/other'

ruleTester(canonicalTarget4xx, {
  passes: [
    { name: 'it exists', page: { html, targets: [{ url }] } },
    { name: 'a server error has a rule of its own', page: { html, probes: { [url]: 500 } } },
  ],
  fails: [
    {
      name: 'not found',
      page: { html, targets: [{ url, status: 404 }] },
      message: 'error',
      evidence: 'https://www.example.com/other (404)',
      says: '404',
    },
    {
      name: 'probed only',
      page: { html, probes: { [url]: 410 } },
      message: 'error',
      evidence: 'https://www.example.com/other (410)',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: '<link rel="canonical" href="https://www.example.com/page">' },
  ],
  notDecidable: [
    { name: 'not probed', page: html, reason: 'not_probed' },
    { name: 'pitfall 17', page: { html, probes: { [url]: 403 } }, reason: 'probe_turned_away' },
  ],
})
