import { expect } from 'chai'
import { factsOf, wordsOf } from '#gateway/routes/batches/report/words.ts'
import { recordedReport } from './recorded-report.ts'

describe('words of the report', () => {
  it('name its figures, without those that it does not have', () => {
    expect(Object.fromEntries(factsOf(recordedReport))).to.include({
      Results: '3',
      Operation: 'seo-audit',
      State: 'finished',
    })
    const bare = factsOf({
      ...recordedReport,
      score: null,
      scores: null,
      batch: { ...recordedReport.batch, finished_at: null },
    })
    expect(bare.map(([name]) => name)).to.deep.equal([
      ...['Score', 'Results', 'Can be indexed', 'Cannot be indexed', 'Failed', 'Operation', 'State', 'Begun'],
    ])
  })

  it('say why there is no score, once there are results', () => {
    const { pages } = recordedReport
    expect(new Map(factsOf({ ...recordedReport, score: null })).get('Score')).to.equal(
      'None. No page that can be indexed was read',
    )
    expect(
      new Map(factsOf({ ...recordedReport, score: null, pages: { ...pages, total: 0 } })).has('Score'),
    ).to.equal(false)
  })

  it('say times as people read them', () => {
    const batch = { ...recordedReport.batch, created_at: '2026-01-02T03:04:05.678Z' }
    expect(new Map(factsOf({ ...recordedReport, batch })).get('Begun')).to.equal('2026-01-02 03:04 UTC')
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
    expect(wordsOf({ value: 'Same', urls: ['a', 'b'], urls_total: 200 })).to.deep.equal({
      ...{ value: 'Same', urls: ['a', 'b'], total: 200, details: [], sources: [], sourcesTotal: 0 },
    })
  })
})
