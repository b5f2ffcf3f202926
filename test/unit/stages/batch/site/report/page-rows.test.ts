import { expect } from 'chai'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

describe('rows of pages', () => {
  const site = siteOf({
    pages: {
      '/': {
        links: ['/a', '/old'],
        title: 'Home',
        canonical: '/',
        words: 7,
        overall: 81,
        failedRules: ['x', 'y'],
      },
      '/a': { links: ['/', '/'], isNoindex: true },
      '/old': { finalUrl: '/new', redirects: [['/old', 301]] },
      '/older': { finalUrl: '/new', redirects: [['/older', 301]] },
    },
    failures: { '/x': { code: 'TIMEOUT', details: { status_code: 503 } } },
  })
  const rows = new PageRows(site)
  const row = (at: number) => rows.row(at)

  it('say all that is known of a page', () => {
    expect(row(0)).to.deep.equal({
      ...{ n: 1, url: urlOf('/'), final_url: urlOf('/'), status: 200, code: null, depth: 0, title: 'Home' },
      ...{ indexable: true, canonical: urlOf('/'), overall: 81, issues: 2, inlinks: 1, outlinks: 2 },
      ...{ link_score: row(0).link_score, words: 7, bytes: 1000, ms: 12 },
    })
    expect(row(1)).to.include({ indexable: false, title: null, canonical: null, overall: null, issues: null })
  })

  it('of a failure have its code and status alone', () => {
    expect(row(4)).to.deep.equal({
      ...{ n: 5, url: urlOf('/x'), final_url: null, status: 503, code: 'TIMEOUT', depth: 1, title: null },
      ...{ indexable: false, canonical: null, overall: null, issues: null, inlinks: 0, outlinks: null },
      ...{ link_score: null, words: null, bytes: null, ms: null },
    })
  })

  it('let the first of several addresses stand for a page that has no result of its own', () => {
    expect(row(2)).to.include({ url: urlOf('/old'), final_url: urlOf('/new'), indexable: true, inlinks: 1 })
    expect(row(3)).to.include({ url: urlOf('/older'), indexable: false, inlinks: 0 })
  })

  it('go on behind a number', () => {
    expect([0, 1, 4, 5, 99].map((n) => rows.placeAfter(n))).to.deep.equal([0, 1, 4, 5, 5])
    expect(rows.count).to.equal(5)
  })

  it('have no links outside of crawls', () => {
    const list = new PageRows(siteOf({ pages: { '/': { links: ['/a'] } }, isCrawl: false }))
    expect(list.row(0)).to.include({ inlinks: null, outlinks: null, link_score: null, depth: null })
  })
})
