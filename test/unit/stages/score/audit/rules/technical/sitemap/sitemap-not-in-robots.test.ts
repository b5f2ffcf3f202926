import { sitemapNotInRobots } from '#stages/score/audit/rules/technical/sitemap/sitemap-not-in-robots.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapNotInRobots, {
  passes: [{ name: 'it names one', page: { sitemaps: { files: [sitemapFile({ from: 'robots' })] } } }],
  fails: [
    {
      name: 'it names none',
      page: { sitemaps: { files: [sitemapFile({ from: 'default' })] } },
      message: 'unnamed',
      evidence: 'https://www.example.com/sitemap.xml',
    },
  ],
  notApplicable: [
    {
      name: 'there is none',
      page: { sitemaps: { files: [sitemapFile({ from: 'default', status: 404, kind: 'other' })] } },
    },
  ],
  notDecidable: [
    {
      name: 'robots.txt gave no answer',
      page: {
        robots: { state: 'unreachable', status: 503 },
        sitemaps: { files: [sitemapFile({ from: 'default' })] },
      },
    },
  ],
})
