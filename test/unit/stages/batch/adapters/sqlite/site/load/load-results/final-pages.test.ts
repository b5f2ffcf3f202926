import { expect } from 'chai'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { pagesSummary } from '#stages/batch/site/report/summaries.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

function rowsOf(plan: SitePlan) {
  const site = siteOf(plan)
  const rows = new PageRows(site)
  return {
    site,
    rows: Array.from({ length: rows.count }, (_, at) => rows.row(at)),
    summary: pagesSummary(site, rows),
  }
}
const moved = (from: string, to: string, status = 301) => ({
  finalUrl: to,
  redirects: [[from, status]] as const,
})

describe('final pages of redirects', () => {
  it('are one row each, whichever URLs lead there, and the sums are those of the rows', () => {
    const { rows, summary } = rowsOf({
      pages: {
        '/': { links: ['/1', '/2', '/new'] },
        '/2': moved('/2', '/end', 302),
        '/1': moved('/1', '/end'),
        '/new': {},
        '/old': moved('/old', '/new', 308),
      },
    })
    expect(rows.map(({ n, url, status, redirected_to: to }) => [n, url, status, to])).to.deep.equal([
      [1, urlOf('/'), 200, null],
      [2, urlOf('/2'), 302, urlOf('/end')],
      [3, urlOf('/1'), 301, urlOf('/end')],
      [4, urlOf('/new'), 200, null],
      [5, urlOf('/old'), 308, urlOf('/new')],
      [6, urlOf('/end'), 200, null],
    ])
    expect(summary).to.deep.include({ total: 6, indexable: 3, not_indexable: 3, failed: 0, unknown: 0 })
    expect(summary.by_status).to.deep.equal({ 200: 3, 301: 1, 302: 1, 308: 1 })
    expect(summary.by_depth).to.deep.equal({ 0: 1, 1: 5 })
  })

  it('have the audit, and the rules that pages failed are counted once', () => {
    const audited = { overall: 60, failedRules: ['one'] }
    const { site, rows } = rowsOf({
      pages: {
        '/b': { ...moved('/b', '/end'), ...audited, overall: 10 },
        '/a': { ...moved('/a', '/end'), ...audited },
        '/own': audited,
        '/c': { ...moved('/c', '/own'), ...audited },
      },
      isCrawl: false,
    })
    expect(rows.map(({ url, overall, issues }) => [url, overall, issues])).to.deep.equal([
      [urlOf('/b'), null, null],
      [urlOf('/a'), null, null],
      [urlOf('/own'), 60, 1],
      [urlOf('/c'), null, null],
      [urlOf('/end'), 60, 1],
    ])
    expect(site.audits.audited).to.equal(2)
    const totals = [...site.audits.rules.values()]
    expect(totals.map(({ first: _, ...sums }) => sums)).to.deep.equal([
      { pages: 2, elements: 4, points: 300 },
    ])
    expect([0, 1, 2, 3, 4].map((at) => site.failedRules(at))).to.deep.equal([[], [], ['one'], [], ['one']])
  })

  it('of a chain have the first status at the URL, and nothing in between is a row', () => {
    const { rows } = rowsOf({
      pages: {
        '/': { links: ['/1'] },
        '/1': {
          finalUrl: '/3',
          status: 404,
          redirects: [
            ['/1', 302],
            ['/2', 301],
          ],
        },
      },
    })
    expect(
      rows.slice(1).map(({ url, status, redirected_to: to, indexable }) => [url, status, to, indexable]),
    ).to.deep.equal([
      [urlOf('/1'), 302, urlOf('/3'), false],
      [urlOf('/3'), 404, null, false],
    ])
  })

  it('on other sites are none of a crawl, and are what was asked for of a list', () => {
    const pages = { '/': moved('/', 'https://other.test/') }
    expect(rowsOf({ pages }).rows).to.have.length(1)
    expect(
      rowsOf({ pages, isCrawl: false }).rows.map(({ url, indexable }) => [url, indexable]),
    ).to.deep.equal([
      [urlOf('/'), false],
      ['https://other.test/', true],
    ])
  })
})
