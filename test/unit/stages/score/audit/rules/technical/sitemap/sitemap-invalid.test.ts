import { sitemapInvalid } from '#stages/score/audit/rules/technical/sitemap/sitemap-invalid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapFile } from '#test/support/audit/sitemap-file.ts'

const fault = { message: 'unclosed tag: url', line: 7 }

ruleTester(sitemapInvalid, {
  passes: [{ name: 'well-formed', page: { sitemaps: { files: [sitemapFile({})] } } }],
  fails: [
    {
      name: 'one of an index is not well-formed',
      page: { sitemaps: { files: [sitemapFile({ kind: 'index' }), sitemapFile({ from: 'index', fault })] } },
      message: 'invalid',
      affected: 1,
      total: 2,
      evidence: 'https://www.example.com/sitemap.xml, line 7: unclosed tag: url',
    },
    {
      name: 'robots.txt names something else',
      page: { sitemaps: { files: [sitemapFile({ kind: 'other' })] } },
      message: 'invalid',
      evidence: 'https://www.example.com/sitemap.xml: not a sitemap',
      says: 'not a sitemap',
    },
  ],
  notApplicable: [
    {
      name: 'a page of errors at the usual place',
      page: { sitemaps: { files: [sitemapFile({ from: 'default', kind: 'other', fault })] } },
    },
    {
      name: 'none that answers',
      page: { sitemaps: { files: [sitemapFile({ status: 404, kind: 'other' })] } },
    },
  ],
})
