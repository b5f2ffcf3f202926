import type { SitemapEntry, SitemapFile } from '#shared/messages/payloads/audit-input.ts'

const none = { count: 0, first: null }

/** A valid sitemap that robots.txt names, with the given differences. */
export function sitemapFile(given: Partial<SitemapFile>): SitemapFile {
  return {
    url: 'https://www.example.com/sitemap.xml',
    from: 'robots',
    status: 200,
    error: null,
    kind: 'urlset',
    fault: null,
    bytes: 1000,
    entries: 10,
    foreign: none,
    lastmodInvalid: none,
    lastmodFuture: none,
    isCut: false,
    ...given,
  }
}

export function sitemapEntry(loc: string, alternates: SitemapEntry['alternates'] = []): SitemapEntry {
  return { sitemap: 'https://www.example.com/sitemap.xml', loc, lastmod: null, alternates }
}
