import { sitemapLastmodInvalid } from '#stages/score/audit/rules/technical/sitemap/sitemap-lastmod-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapLastmodInvalid, {
  passes: [{ name: 'all are dates', page: { sitemaps: { files: [sitemapFile({ entries: 10 })] } } }],
  fails: [
    {
      name: 'some are none, in two files',
      page: {
        sitemaps: {
          files: [
            sitemapFile({ entries: 10, lastmodInvalid: { count: 2, first: '01.03.2026' } }),
            sitemapFile({ entries: 30, lastmodInvalid: { count: 1, first: 'today' } }),
          ],
        },
      },
      message: 'invalid',
      evidence: 'https://www.example.com/sitemap.xml: 01.03.2026',
      affected: 3,
      total: 40,
      says: '01.03.2026',
    },
  ],
  notApplicable: [{ name: 'no entries', page: { sitemaps: { files: [sitemapFile({ entries: 0 })] } } }],
})
