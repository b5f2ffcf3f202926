import { hreflangTargetNoncanonical } from '#stages/score/audit/rules/technical/hreflang/hreflang-target-noncanonical.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const de = 'https://www.example.com/de'
const html = alternate('de', de)

ruleTester(hreflangTargetNoncanonical, {
  passes: [
    { name: 'itself', page: { html, targets: [{ url: de, canonical: 'https://WWW.example.com/de' }] } },
    { name: 'none', page: { html, targets: [{ url: de }] } },
  ],
  fails: [
    {
      name: 'this page',
      page: { html, targets: [{ url: de, canonical: 'https://www.example.com/page' }] },
      message: 'other',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'no other versions', page: '<title>A</title>' }],
  notDecidable: [{ name: 'not read', page: html, reason: 'not_read' }],
})
