import { expect } from 'chai'
import { sitemapNotIndexable } from '#stages/batch/site/rules/index-control/sitemap-not-indexable.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-sitemap-not-indexable', () => {
  it('finds what a sitemap lists and cannot be indexed, with the reason', () => {
    const pages = {
      '/': {},
      '/noindex': { isNoindex: true },
      '/other': { canonical: '/' },
      '/gone': { status: 404 },
      '/blocked': { isAllowed: false },
      '/moved': { finalUrl: '/', redirects: [['/moved', 301]] as const },
    }
    const failures = { '/forbidden': { code: 'ROBOTS_TXT_BLOCKED' } }
    const probes = {
      '/down': { error: 'connection_failed' },
      '/lost': { status: 410 },
      '/away': { status: 302, to: '/' },
    }
    const listed = [...Object.keys(pages), '/forbidden', '/down', '/lost', '/away']
    expect(found(sitemapNotIndexable, { pages, failures, probes, listed })).to.deep.equal(
      Object.entries({
        ...{ away: 'redirect', blocked: 'blocked', down: 'error', forbidden: 'blocked', gone: 'error' },
        ...{ lost: 'error', moved: 'redirect', noindex: 'noindex', other: 'canonical' },
      }).map(([name, reason]) => ({ url: urlOf(`/${name}`), reason })),
    )
  })

  it('leaves out pages that can be indexed, what was not asked, and what failed for us alone', () => {
    const pages = { '/': {}, '/self': { canonical: '/self' }, '/busy': { status: 429 } }
    const failures = { '/slow': { code: 'TIMEOUT' } }
    const listed = ['/', '/self', '/unknown', '/slow']
    expect(found(sitemapNotIndexable, { pages, failures, listed })).to.deep.equal([])
  })
})
