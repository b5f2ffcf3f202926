import { sitemapListsVariant } from '#stages/score/audit/rules/technical/sitemap/sitemap-lists-variant.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapEntry } from '#test/support/audit/sitemap-file.ts'

const matches = (...urls: string[]) => ({ matches: urls.map((url) => sitemapEntry(url)) })
const canonical = '<link rel="canonical" href="https://www.example.com/page">'

ruleTester(sitemapListsVariant, {
  passes: [
    { name: 'the page', page: { sitemaps: matches('https://www.example.com/page') } },
    {
      name: 'another query is another page',
      page: { sitemaps: matches('https://www.example.com/page?p=2') },
    },
    {
      name: 'the canonical of this address',
      page: {
        html: canonical,
        url: 'https://www.example.com/page?ref=a',
        sitemaps: matches('https://www.example.com/page'),
      },
    },
  ],
  fails: [
    {
      name: 'http',
      page: { sitemaps: matches('http://www.example.com/page') },
      message: 'variant',
      evidence: 'https://www.example.com/sitemap.xml: http://www.example.com/page',
      says: 'http://www.example.com/page',
    },
    {
      name: 'a slash',
      page: { sitemaps: matches('https://www.example.com/page/') },
      message: 'variant',
      evidence: 'https://www.example.com/sitemap.xml: https://www.example.com/page/',
    },
    {
      name: 'without www',
      page: { sitemaps: matches('https://example.com/page') },
      message: 'variant',
      evidence: 'https://www.example.com/sitemap.xml: https://example.com/page',
    },
    {
      name: 'this address, though another is canonical',
      page: {
        html: '<link rel="canonical" href="https://www.example.com/other">',
        sitemaps: matches('https://www.example.com/page'),
      },
      message: 'variant',
      evidence: 'https://www.example.com/sitemap.xml: https://www.example.com/page',
    },
  ],
  notApplicable: [
    { name: 'not listed', page: '<title>A</title>' },
    {
      name: 'noindex is reported by noindex-in-sitemap',
      page: {
        html: '<meta name="robots" content="noindex">',
        sitemaps: matches('http://www.example.com/page'),
      },
    },
  ],
})
