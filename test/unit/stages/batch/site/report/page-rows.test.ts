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
      redirected_to: null,
      ...{ indexable: true, canonical: urlOf('/'), overall: 81, issues: 2, inlinks: 1, outlinks: 2 },
      ...{ link_score: row(0).link_score, words: 7, bytes: 1000, ms: 12 },
    })
    expect(row(1)).to.include({ indexable: false, title: null, canonical: null, overall: null, issues: null })
  })

  it('of a failure have its code and status alone', () => {
    expect(row(4)).to.deep.equal({
      ...{ n: 5, url: urlOf('/x'), final_url: null, status: 503, code: 'TIMEOUT', depth: 1, title: null },
      redirected_to: null,
      ...{ indexable: false, canonical: null, overall: null, issues: null, inlinks: 0, outlinks: null },
      ...{ link_score: null, words: null, bytes: null, ms: null },
    })
  })

  it('name where a URL redirects, with the status of its first response and nothing of the page there', () => {
    const redirect = {
      ...{
        final_url: urlOf('/new'),
        redirected_to: urlOf('/new'),
        status: 301,
        code: null,
        indexable: false,
      },
      ...{ title: null, canonical: null, overall: null, issues: null, words: null, bytes: null },
    }
    expect(row(2)).to.include({ ...redirect, url: urlOf('/old'), inlinks: 1, outlinks: null })
    expect(row(3)).to.include({ ...redirect, url: urlOf('/older'), inlinks: 0 })
  })

  it('have one for the final page of several redirects, behind the results', () => {
    expect(row(5)).to.include({
      ...{ n: 6, url: urlOf('/new'), final_url: urlOf('/new'), redirected_to: null, status: 200 },
      ...{ indexable: true, depth: 1, words: 100 },
    })
    expect(rows.count).to.equal(6)
  })

  it('go on behind a number', () => {
    expect([0, 1, 4, 5, 99].map((n) => rows.placeAfter(n))).to.deep.equal([0, 1, 4, 5, 6])
  })

  it('name where a page sends on at once, with what it says itself', () => {
    const plan = {
      pages: {
        '/': { refresh: '/site', overall: 40, title: 'Wait' },
        '/site': { links: ['/', '/out'] },
        '/out': { refresh: 'https://other.test/' },
      },
    }
    const found = new PageRows(siteOf(plan))
    expect(found.row(0)).to.include({
      ...{
        final_url: urlOf('/site'),
        redirected_to: urlOf('/site'),
        status: 200,
        indexable: false,
        overall: 40,
      },
    })
    expect(found.row(1)).to.include({ redirected_to: null, indexable: true, depth: 0 })
    expect(found.row(2)).to.include({
      final_url: null,
      redirected_to: 'https://other.test/',
      indexable: false,
    })
    expect(found.count).to.equal(3)
  })

  it('name the next URL of a circle', () => {
    const round = new PageRows(siteOf({ pages: { '/a': { refresh: '/b' }, '/b': { refresh: '/a' } } }))
    expect([round.row(0).redirected_to, round.row(1).redirected_to]).to.deep.equal([urlOf('/b'), urlOf('/a')])
  })

  it('have no links outside of crawls', () => {
    const list = new PageRows(siteOf({ pages: { '/': { links: ['/a'] } }, isCrawl: false }))
    expect(list.row(0)).to.include({ inlinks: null, outlinks: null, link_score: null, depth: null })
  })
})
