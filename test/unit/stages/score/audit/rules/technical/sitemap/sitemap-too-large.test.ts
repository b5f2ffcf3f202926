import { sitemapTooLarge } from '#stages/score/audit/rules/technical/sitemap/sitemap-too-large.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapTooLarge, {
  passes: [
    {
      name: 'sitemaps.org: 50,000 addresses and 52,428,800 bytes',
      page: { sitemaps: { files: [sitemapFile({ entries: 50_000, bytes: 52_428_800 })] } },
    },
  ],
  fails: [
    {
      name: 'one address more',
      page: { sitemaps: { files: [sitemapFile({ entries: 50_001 })] } },
      message: 'large',
      evidence: 'https://www.example.com/sitemap.xml has more than 50000 URLs',
      affected: 1,
      total: 1,
    },
    {
      name: 'one byte more',
      page: { sitemaps: { files: [sitemapFile({ bytes: 52_428_801 })] } },
      message: 'large',
      evidence: 'https://www.example.com/sitemap.xml has more than 50 MB',
      says: '50 MB',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
