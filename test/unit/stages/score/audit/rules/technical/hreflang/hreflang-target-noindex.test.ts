import { hreflangTargetNoindex } from '#stages/score/audit/rules/technical/hreflang/hreflang-target-noindex.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const de = 'https://www.example.com/de'
const html = alternate('de', de)

ruleTester(hreflangTargetNoindex, {
  passes: [
    { name: 'nothing said', page: { html, targets: [{ url: de }] } },
    {
      name: 'to another crawler',
      page: { html, targets: [{ url: de, robotsHeaders: ['otherbot: noindex'] }] },
    },
  ],
  fails: [
    {
      name: 'a meta',
      page: { html, targets: [{ url: de, robotsMetas: [{ name: 'robots', content: 'none' }] }] },
      message: 'noindex',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
    {
      name: 'a header',
      page: { html, targets: [{ url: de, robotsHeaders: ['googlebot: noindex'] }] },
      message: 'noindex',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [{ name: 'no other versions', page: '<title>A</title>' }],
  notDecidable: [{ name: 'not read', page: html, reason: 'not_read' }],
})
