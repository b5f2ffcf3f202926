import { expect } from 'chai'
import { allPagesUrl, countOf, factsOf, preliminary, wordsOf } from '#gateway/routes/batches/report/words.ts'
import { recordedReport } from './recorded-report.ts'

describe('words of the report', () => {
  it('name its figures, without those that it does not have', () => {
    expect(Object.fromEntries(factsOf(recordedReport, null))).to.include({
      Pages: '3',
      Check: 'SEO audit',
      State: 'finished',
    })
    const bare = factsOf(
      {
        ...recordedReport,
        score: null,
        scores: null,
        batch: { ...recordedReport.batch, finished_at: null },
      },
      null,
    )
    expect(bare.map(([name]) => name)).to.deep.equal([
      ...['Score', 'Pages', 'Indexable', 'Not indexable', 'Failed', 'Check', 'State', 'Started'],
    ])
  })

  it('say how far a report that is not complete is', () => {
    const pages = { ...recordedReport.pages, total: 46 }
    expect(preliminary({ ...recordedReport, pages, complete: false })).to.equal(
      'Preliminary: 46 pages so far.',
    )
    expect(preliminary(recordedReport)).to.equal(null)
    expect([countOf(1, 'page'), countOf(0, 'page')]).to.deep.equal(['1 page', '0 pages'])
  })

  it('say which findings are shown where that is not all', () => {
    const shown = factsOf(recordedReport, ['error', 'warning'])
    expect(new Map(shown).get('Issues shown')).to.equal('error, warning')
    expect(new Map(factsOf(recordedReport, null)).has('Issues shown')).to.equal(false)
  })

  it('lead to the console of the service', () =>
    expect(allPagesUrl({ pages_url: '/batches/b/pages?rule=x' }, 'https://probe.test')).to.equal(
      'https://probe.test/#/batches/b/pages?rule=x',
    ))

  it('say why there is no score, once there are results', () => {
    const { pages } = recordedReport
    expect(new Map(factsOf({ ...recordedReport, score: null }, null)).get('Score')).to.equal(
      'None. No page that can be indexed was read',
    )
    expect(
      new Map(factsOf({ ...recordedReport, score: null, pages: { ...pages, total: 0 } }, null)).has('Score'),
    ).to.equal(false)
  })

  it('say times as people read them', () => {
    const batch = { ...recordedReport.batch, created_at: '2026-01-02T03:04:05.678Z' }
    expect(new Map(factsOf({ ...recordedReport, batch }, null)).get('Started')).to.equal(
      '2026-01-02 03:04 UTC',
    )
  })

  it('sort the parts of an item', () => {
    const sources = [{ url: 'https://a.test/', text: 'here' }]
    expect(
      wordsOf({
        url: 'https://b.test/',
        status: 404,
        canonical: null,
        hops: ['x', 'y'],
        sources,
        sources_total: 9,
      }),
    ).to.deep.equal({
      ...{
        value: null,
        urls: ['https://b.test/'],
        total: 1,
        details: ['status 404', 'hops: x → y'],
        sources,
        sourcesTotal: 9,
      },
    })
    expect(wordsOf({ url: 'a', reason: 'dns_failure', target: 'https://a.test/x_y' }).details).to.deep.equal([
      'reason dns failure',
      'target https://a.test/x_y',
    ])
    expect(wordsOf({ value: 'Same', urls: ['a', 'b'], urls_total: 200 })).to.deep.equal({
      ...{ value: 'Same', urls: ['a', 'b'], total: 200, details: [], sources: [], sourcesTotal: 0 },
    })
  })
})
