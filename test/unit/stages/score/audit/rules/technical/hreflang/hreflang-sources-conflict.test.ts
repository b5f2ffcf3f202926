import { hreflangSourcesConflict } from '#stages/score/audit/rules/technical/hreflang/hreflang-sources-conflict.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapEntry } from '#test/support/audit/sitemap-file.ts'

const own = 'https://www.example.com/page'
const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'
const listed = (hreflang: string, href: string) => ({ matches: [sitemapEntry(own, [{ hreflang, href }])] })

ruleTester(hreflangSourcesConflict, {
  passes: [
    { name: 'head and sitemap agree', page: { html: alternate('de', a), sitemaps: listed('DE', `${a}#x`) } },
  ],
  fails: [
    {
      name: 'head and sitemap differ',
      page: { html: alternate('de', a) + alternate('fr', a), sitemaps: listed('de', b) },
      message: 'differ',
      evidence: 'html > head > link:nth-of-type(1)',
      affected: 1,
      total: 1,
      says: 'de',
    },
    {
      name: 'head and header differ',
      page: { html: alternate('de', a), headers: { link: `<${b}>; rel=alternate; hreflang=de` } },
      message: 'differ',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'one source', page: alternate('de', a) },
    { name: 'other codes in each', page: { html: alternate('de', a), sitemaps: listed('fr', b) } },
  ],
})
