import { sitemapLastmodFuture } from '#stages/score/audit/rules/technical/sitemap/sitemap-lastmod-future.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapLastmodFuture, {
  passes: [{ name: 'all have come', page: { sitemaps: { files: [sitemapFile({ entries: 10 })] } } }],
  fails: [
    {
      name: 'one has not',
      page: {
        sitemaps: { files: [sitemapFile({ entries: 10, lastmodFuture: { count: 1, first: '2031-01-01' } })] },
      },
      message: 'future',
      evidence: 'https://www.example.com/sitemap.xml: 2031-01-01',
      affected: 1,
      total: 10,
      says: '2031-01-01',
    },
  ],
  notApplicable: [{ name: 'no entries', page: { sitemaps: { files: [sitemapFile({ entries: 0 })] } } }],
})
