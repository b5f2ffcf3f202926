import { noindexInSitemap } from '#stages/score/audit/rules/technical/robots-directives/noindex-in-sitemap.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<meta name="robots" content="noindex">'
const file = {
  url: 'https://www.example.com/sitemap.xml',
  from: 'default',
  status: 200,
  error: null,
  kind: 'urlset',
  fault: null,
  entries: 1,
  bytes: 100,
  foreign: { count: 0, first: null },
  lastmodInvalid: { count: 0, first: null },
  lastmodFuture: { count: 0, first: null },
  isCut: false,
} as never
const missing = { ...(file as object), status: 404, kind: 'other' } as never
const entry = (loc: string) => ({
  sitemap: 'https://www.example.com/sitemap.xml',
  loc,
  lastmod: null,
  alternates: [],
})

ruleTester(noindexInSitemap, {
  passes: [
    { name: 'not listed', page: { html, sitemaps: { files: [file], matches: [] } } },
    {
      name: 'another spelling is listed',
      page: { html, sitemaps: { files: [file], matches: [entry('https://www.example.com/page/')] } },
    },
  ],
  fails: [
    {
      name: 'listed',
      page: { html, sitemaps: { files: [file], matches: [entry('https://WWW.example.com:443/page')] } },
      message: 'listed',
      evidence: 'html > head > meta',
    },
    {
      name: 'Google: a date of unavailable_after that has passed',
      page: {
        html: '<meta name="robots" content="unavailable_after: 2020-01-01">',
        sitemaps: { files: [file], matches: [entry('https://www.example.com/page')] },
      },
      message: 'listed',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    {
      name: 'Google: a date of unavailable_after that is to come',
      page: {
        html: '<meta name="robots" content="unavailable_after: 2099-01-01">',
        sitemaps: { files: [file], matches: [entry('https://www.example.com/page')] },
      },
    },
    {
      name: 'no noindex',
      page: {
        html: '<title>A</title>',
        sitemaps: { files: [file], matches: [entry('https://www.example.com/page')] },
      },
    },
    { name: 'no sitemap', page: html },
    {
      name: 'nothing but a 404 where one could be',
      page: { html, sitemaps: { files: [missing], matches: [] } },
    },
  ],
  notDecidable: [
    {
      name: 'a sitemap that was not read in full',
      page: { html, sitemaps: { files: [file], isComplete: false } },
    },
  ],
})
