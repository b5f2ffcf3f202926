import { canonicalTargetRedirects } from '#stages/score/audit/rules/technical/canonical/canonical-target-redirects.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const url = 'https://www.example.com/other'

ruleTester(canonicalTargetRedirects, {
  passes: [{ name: 'it does not', page: { html, targets: [{ url }] } }],
  fails: [
    {
      name: 'it leads elsewhere',
      page: {
        html,
        targets: [
          {
            url,
            finalUrl: 'https://www.example.com/page',
            redirects: [{ url, status: 301, location: 'https://www.example.com/page' }],
          },
        ],
      },
      message: 'redirects',
      evidence: `${url} 301 https://www.example.com/page`,
    },
    {
      name: 'probed only',
      page: { html, probes: { [url]: { status: 302, location: '/page' } } },
      message: 'redirects',
      evidence: 'https://www.example.com/other 302',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: '<link rel="canonical" href="https://www.example.com/page#a">' },
  ],
  notDecidable: [{ name: 'not probed', page: html, reason: 'not_probed' }],
})
