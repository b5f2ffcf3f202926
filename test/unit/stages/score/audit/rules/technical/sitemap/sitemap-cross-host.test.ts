import { sitemapCrossHost } from '#stages/score/audit/rules/technical/sitemap/sitemap-cross-host.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapCrossHost, {
  passes: [
    { name: 'its own host', page: { sitemaps: { files: [sitemapFile({})] } } },
    {
      name: 'sitemaps.org, Cross Submits: robots.txt of this host names a file on another',
      page: {
        sitemaps: {
          files: [
            sitemapFile({
              url: 'https://cdn.example.net/sitemap.xml',
              foreign: { count: 3, first: 'https://www.example.com/a' },
            }),
          ],
        },
      },
    },
  ],
  fails: [
    {
      name: 'another host',
      page: { sitemaps: { files: [sitemapFile({ foreign: { count: 3, first: 'https://example.com/a' } })] } },
      message: 'foreign',
      evidence: 'https://www.example.com/sitemap.xml lists https://example.com/a (3 in total)',
      says: 'https://example.com/a (3 in total)',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
