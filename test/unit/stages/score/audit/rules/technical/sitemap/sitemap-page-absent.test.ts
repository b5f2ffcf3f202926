import { sitemapPageAbsent } from '#stages/score/audit/rules/technical/sitemap/sitemap-page-absent.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapEntry, sitemapFile } from '#test/support/audit/sitemap-file.ts'

const files = [sitemapFile({ entries: 5 })]

ruleTester(sitemapPageAbsent, {
  passes: [
    {
      name: 'it is listed',
      page: { sitemaps: { files, matches: [sitemapEntry('https://www.example.com/page')] } },
    },
    {
      name: 'listed in another spelling is reported by sitemap-lists-variant',
      page: { sitemaps: { files, matches: [sitemapEntry('http://www.example.com/page')] } },
    },
    {
      name: 'RFC 3986, 6.2.2: escapes are the same in any case',
      page: {
        url: 'https://www.example.com/%C3%BC',
        sitemaps: { files, matches: [sitemapEntry('https://www.example.com/%c3%bc')] },
      },
    },
  ],
  fails: [
    {
      name: 'it is not',
      page: { sitemaps: { files } },
      message: 'absent',
      evidence: 'https://www.example.com/sitemap.xml',
      says: '5 URLs',
    },
    {
      name: 'another query is another page',
      page: { sitemaps: { files, matches: [sitemapEntry('https://www.example.com/page?a=1')] } },
      message: 'absent',
      evidence: 'https://www.example.com/sitemap.xml',
    },
  ],
  notApplicable: [
    { name: 'no sitemap', page: '<title>A</title>' },
    { name: 'noindex', page: { html: '<meta name="robots" content="noindex">', sitemaps: { files } } },
    {
      name: 'another page is the canonical one',
      page: { html: '<link rel="canonical" href="https://www.example.com/other">', sitemaps: { files } },
    },
    { name: 'not found', page: { status: 404, sitemaps: { files } } },
  ],
  notDecidable: [{ name: 'not read in full', page: { sitemaps: { files, isComplete: false } } }],
})
