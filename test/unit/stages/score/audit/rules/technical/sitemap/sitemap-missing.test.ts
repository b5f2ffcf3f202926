import { sitemapMissing } from '#stages/score/audit/rules/technical/sitemap/sitemap-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

ruleTester(sitemapMissing, {
  passes: [
    { name: 'one at the usual place', page: { sitemaps: { files: [sitemapFile({ from: 'default' })] } } },
    { name: 'one that robots.txt names', page: { sitemaps: { files: [sitemapFile({ from: 'robots' })] } } },
    {
      name: 'one that cannot be read is reported by sitemap-invalid',
      page: { sitemaps: { files: [sitemapFile({ kind: 'other', fault: { message: 'x', line: 1 } })] } },
    },
  ],
  fails: [
    {
      name: 'nothing there',
      page: { sitemaps: { files: [sitemapFile({ from: 'default', status: 404, kind: 'other' })] } },
      evidence: 'https://www.example.com/sitemap.xml: HTTP 404',
      message: 'none',
    },
    {
      name: 'a page of errors that says 200',
      page: { sitemaps: { files: [sitemapFile({ from: 'default', kind: 'other' })] } },
      evidence: 'https://www.example.com/sitemap.xml: HTTP 200',
      message: 'none',
    },
    {
      name: 'robots.txt names one that is gone',
      page: { sitemaps: { files: [sitemapFile({ status: 410, kind: 'other' })] } },
      message: 'gone',
      evidence: 'https://www.example.com/sitemap.xml: HTTP 410',
    },
  ],
  notApplicable: [
    {
      name: 'a page with noindex needs none',
      page: {
        html: '<meta name="robots" content="noindex">',
        sitemaps: { files: [sitemapFile({ from: 'default', status: 404, kind: 'other' })] },
      },
    },
  ],
  notDecidable: [
    { name: 'nothing was probed', page: { html: '<title>A</title>' }, reason: 'not_probed' },
    {
      name: 'the server has an error',
      page: { sitemaps: { files: [sitemapFile({ status: 503, kind: 'other' })] } },
      reason: 'no_answer',
    },
  ],
})
