import { expect } from 'chai'
import { notInSitemap } from '#stages/batch/site/rules/index-control/not-in-sitemap.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-not-in-sitemap', () => {
  it('finds pages that can be indexed and that no sitemap lists', () => {
    const pages = { '/': {}, '/a': {}, '/b': {} }
    expect(found(notInSitemap, { pages, listed: ['/', '/b'] })).to.deep.equal(pagesAt('/a'))
  })

  it('does not judge pages of hosts whose sitemaps were not read, by scheme and port', () => {
    const other = ['http://site.test/a', 'https://site.test:8443/a', 'https://shop.site.test/a'] as const
    const pages = Object.fromEntries(['/', '/a', ...other].map((url) => [url, {}]))
    const of = (sitemapOrigins?: readonly string[]) =>
      found(notInSitemap, { pages, listed: ['/'], ...(sitemapOrigins && { sitemapOrigins }) })
    expect(of()).to.deep.equal(pagesAt('/a'))
    expect(of(['https://site.test'])).to.deep.equal(pagesAt('/a'))
    expect(of(['https://site.test', 'https://shop.site.test', 'https://site.test:8443'])).to.deep.equal(
      pagesAt('https://shop.site.test/a', '/a', 'https://site.test:8443/a'),
    )
  })

  it('leaves out pages that cannot be indexed, and other sites that the site redirects to', () => {
    const pages = {
      '/': {},
      '/noindex': { isNoindex: true },
      '/other': { canonical: '/' },
      '/gone': { status: 404 },
      '/away': { finalUrl: 'https://other.test/', redirects: [['/away', 301]] as const },
    }
    expect(found(notInSitemap, { pages, listed: ['/'] })).to.deep.equal([])
  })
})
