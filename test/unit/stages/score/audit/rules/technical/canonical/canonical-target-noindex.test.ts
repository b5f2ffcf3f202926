import { canonicalTargetNoindex } from '#stages/score/audit/rules/technical/canonical/canonical-target-noindex.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const url = 'https://www.example.com/other'

ruleTester(canonicalTargetNoindex, {
  passes: [
    {
      name: 'it may be indexed',
      page: { html, targets: [{ url, robotsMetas: [{ name: 'robots', content: 'index' }] }] },
    },
    { name: 'for another crawler', page: { html, targets: [{ url, robotsHeaders: ['otherbot: noindex'] }] } },
  ],
  fails: [
    {
      name: 'a meta',
      page: { html, targets: [{ url, robotsMetas: [{ name: 'Robots', content: 'NOINDEX' }] }] },
      message: 'noindex',
      evidence: 'Robots: NOINDEX',
    },
    {
      name: 'a meta for Google',
      page: { html, targets: [{ url, robotsMetas: [{ name: 'googlebot', content: 'none' }] }] },
      message: 'noindex',
      evidence: 'googlebot: none',
    },
    {
      name: 'a header',
      page: { html, targets: [{ url, robotsHeaders: ['googlebot: noindex'] }] },
      message: 'noindex',
      evidence: 'googlebot: noindex',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: '<link rel="canonical" href="https://www.example.com/page">' },
    { name: 'an error page', page: { html, targets: [{ url, status: 404, robotsHeaders: ['noindex'] }] } },
  ],
  notDecidable: [{ name: 'not read', page: { html, probes: { [url]: 200 } }, reason: 'not_read' }],
})
