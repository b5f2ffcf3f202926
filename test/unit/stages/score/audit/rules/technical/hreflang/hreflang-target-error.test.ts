import { hreflangTargetError } from '#stages/score/audit/rules/technical/hreflang/hreflang-target-error.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const de = 'https://www.example.com/de'
const html =
  alternate('en', 'https://www.example.com/page') + alternate('de', `${de}#x`) + alternate('de-AT', de)

ruleTester(hreflangTargetError, {
  passes: [
    { name: 'it answers', page: { html, targets: [{ url: de }] } },
    { name: 'probed, but not read', page: { html, probes: { [de]: 200 } } },
    { name: 'a redirect is reported by hreflang-target-redirect', page: { html, probes: { [de]: 301 } } },
  ],
  fails: [
    {
      name: 'not found',
      page: { html, targets: [{ url: de, status: 404 }] },
      message: 'broken',
      evidence: 'html > head > link:nth-of-type(2)',
      affected: 1,
      total: 1,
      says: '(404)',
    },
  ],
  notApplicable: [{ name: 'no other versions', page: alternate('en', 'https://www.example.com/page') }],
  notDecidable: [
    { name: 'not probed', page: html, reason: 'not_probed' },
    {
      name: 'robots are blocked',
      page: { html, targets: [{ url: de, status: 403 }] },
      reason: 'probe_turned_away',
    },
  ],
})
