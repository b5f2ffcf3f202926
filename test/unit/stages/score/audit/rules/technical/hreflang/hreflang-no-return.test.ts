import { hreflangNoReturn } from '#stages/score/audit/rules/technical/hreflang/hreflang-no-return.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapEntry } from '#test/support/audit/sitemap-file.ts'

const own = 'https://www.example.com/page'
const de = 'https://www.example.com/de'
const fr = 'https://www.example.com/fr'
const html = alternate('en', own) + alternate('de', de)
const back = [{ hreflang: 'en', href: own }]

ruleTester(hreflangNoReturn, {
  passes: [
    { name: 'Google: both point to each other', page: { html, targets: [{ url: de, alternates: back }] } },
    {
      name: 'an error is reported by hreflang-target-error',
      page: { html, targets: [{ url: de, status: 404 }] },
    },
  ],
  fails: [
    {
      name: 'one does not, and of the other nobody knows',
      page: {
        html: html + alternate('fr', fr),
        targets: [{ url: de, alternates: [{ hreflang: 'de', href: de }] }],
      },
      message: 'noReturn',
      evidence: 'html > head > link:nth-of-type(2)',
      affected: 1,
      total: 2,
      says: '/de',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    { name: 'the page itself', page: alternate('en', own) },
  ],
  notDecidable: [
    { name: 'not read', page: html, reason: 'not_read' },
    {
      name: 'no answer',
      page: { html, targets: [{ url: de, status: null, error: 'timeout' }] },
      reason: 'not_read',
    },
    {
      name: 'sitemaps name versions too',
      page: { html, targets: [{ url: de }], sitemaps: { matches: [sitemapEntry(own, back)] } },
      reason: 'sitemap_alternates',
    },
  ],
})
