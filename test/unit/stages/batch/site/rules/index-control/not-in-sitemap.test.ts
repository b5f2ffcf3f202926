import { expect } from 'chai'
import { notInSitemap } from '#stages/batch/site/rules/index-control/not-in-sitemap.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-not-in-sitemap', () => {
  it('finds pages that can be indexed and that no sitemap lists', () => {
    const pages = { '/': {}, '/a': {}, '/b': {} }
    expect(found(notInSitemap, { pages, listed: ['/', '/b'] })).to.deep.equal(pagesAt('/a'))
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
