import { hreflangTargetRedirect } from '#stages/score/audit/rules/technical/hreflang/hreflang-target-redirect.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const de = 'https://www.example.com/de'
const html = alternate('de', de)
const redirects = [{ url: de, status: 301, location: `${de}/` }]

ruleTester(hreflangTargetRedirect, {
  passes: [
    { name: 'it answers', page: { html, targets: [{ url: de }] } },
    {
      name: 'an error is reported by hreflang-target-error',
      page: { html, targets: [{ url: de, status: 404 }] },
    },
  ],
  fails: [
    {
      name: 'followed',
      page: { html, targets: [{ url: de, finalUrl: `${de}/`, redirects }] },
      message: 'redirects',
      evidence: 'html > head > link',
      says: `→ ${de}/`,
    },
    {
      name: 'not followed',
      page: { html, probes: { [de]: 302 } },
      message: 'redirects',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'no other versions', page: alternate('en', 'https://www.example.com/page') }],
  notDecidable: [
    { name: 'not probed', page: html, reason: 'not_probed' },
    {
      name: 'no answer',
      page: { html, targets: [{ url: de, status: null, error: 'timeout' }] },
      reason: 'no_answer',
    },
  ],
})
