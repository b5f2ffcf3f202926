import { canonicalChain } from '#stages/score/audit/rules/technical/canonical/canonical-chain.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<link rel="canonical" href="https://www.example.com/other">'
const url = 'https://www.example.com/other'

ruleTester(canonicalChain, {
  passes: [
    { name: 'it names itself', page: { html, targets: [{ url, canonical: url }] } },
    { name: 'it names none', page: { html, targets: [{ url }] } },
  ],
  fails: [
    {
      name: 'a third page',
      page: { html, targets: [{ url, canonical: 'https://www.example.com/third' }] },
      message: 'chain',
      evidence: 'https://www.example.com/other → https://www.example.com/third',
      says: 'https://www.example.com/third',
    },
    {
      name: 'back here',
      page: { html, targets: [{ url, canonical: 'https://www.example.com/page' }] },
      message: 'chain',
      evidence: 'https://www.example.com/other → https://www.example.com/page',
    },
  ],
  notApplicable: [
    { name: 'the page itself', page: '<link rel="canonical" href="https://www.example.com/page">' },
    {
      name: 'a redirect has a rule of its own',
      page: {
        html,
        targets: [
          {
            url,
            canonical: 'https://www.example.com/third',
            redirects: [{ url, status: 301, location: 'https://www.example.com/third' }],
          },
        ],
      },
    },
  ],
  notDecidable: [{ name: 'not read', page: html, reason: 'not_read' }],
})
