import { expect } from 'chai'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { pagesSummary, scoresSummary } from '#stages/batch/site/report/summaries.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

describe('summary of the pages', () => {
  it('counts results by what they are, by status, depth and failure', () => {
    const site = siteOf({
      pages: {
        '/': { links: ['/a', '/gone'] },
        '/a': { isNoindex: true },
        '/gone': { status: 404 },
        '/challenge': { status: 403, isChallenge: true },
        '/old': { finalUrl: '/a', redirects: [['/old', 301]] },
      },
      failures: { '/x': { code: 'TIMEOUT' }, '/y': { code: 'TIMEOUT' }, '/z': { code: 'DNS' } },
    })
    expect(pagesSummary(site, new PageRows(site))).to.deep.equal({
      total: 8,
      indexable: 1,
      not_indexable: 3,
      failed: 3,
      unknown: 1,
      by_status: { 200: 2, 301: 1, 403: 1, 404: 1 },
      by_depth: { 0: 1, 1: 7 },
      by_code: { DNS: 1, TIMEOUT: 2 },
    })
  })
})

describe('summary of the scores', () => {
  const summaryOf = (pages: SitePlan['pages']) => {
    const site = siteOf({ pages })
    return scoresSummary(site, site.audits)
  }

  it('has mean, median, means of categories, ranges of ten, and the worst', () => {
    const found = summaryOf({
      '/a': { overall: 100 },
      '/b': { overall: 69 },
      '/c': { overall: 70 },
      '/d': { overall: 69 },
    })
    expect(found).to.deep.include({ mean: 77, median: 69.5, by_category: { content: 77 } })
    expect(found?.distribution.map(({ pages }) => pages)).to.deep.equal([0, 0, 0, 0, 0, 0, 2, 1, 0, 1])
    expect(found?.distribution.at(-1)).to.deep.equal({ from: 90, to: 100, pages: 1 })
    expect(found?.worst).to.deep.equal([
      { url: urlOf('/b'), overall: 69 },
      { url: urlOf('/d'), overall: 69 },
      { url: urlOf('/c'), overall: 70 },
      { url: urlOf('/a'), overall: 100 },
    ])
  })

  it('has the one in the middle as the median of an odd number', () =>
    expect(
      summaryOf({ '/a': { overall: 10 }, '/b': { overall: 20 }, '/c': { overall: 60 } })?.median,
    ).to.equal(20))

  it('counts the pages that can be indexed, and is null without any', () => {
    const pages = {
      '/a': { overall: 80 },
      '/b': { overall: 90 },
      '/noindex': { overall: 10, isNoindex: true },
      '/gone': { overall: 20, status: 404 },
      '/busy': { overall: 30, status: 503 },
      '/copy': { overall: 40, canonical: '/a' },
      '/blocked': { overall: 50, isAllowed: false },
    }
    const found = summaryOf(pages)
    expect(found).to.deep.include({ mean: 85, median: 85, by_category: { content: 85 } })
    expect(found?.distribution.reduce((sum, { pages: count }) => sum + count, 0)).to.equal(2)
    expect(found?.worst.map(({ url }) => url)).to.deep.equal([urlOf('/a'), urlOf('/b')])
    const { '/a': _, '/b': __, ...rest } = pages
    expect(summaryOf(rest)).to.equal(null)
  })

  it('is null without audits', () => expect(summaryOf({ '/a': {} })).to.equal(null))
})
