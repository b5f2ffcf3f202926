import { expect } from 'chai'
import { countBars, rangeBars, scoreBars } from '#gateway/console/app/views/batches/report/bars.ts'

describe('bars of a report', () => {
  it('numbers are in their order, and the longest is whole', () => {
    expect(countBars({ '404': 5, '200': 20, '1000': 1 })).to.deep.equal([
      { label: '200', count: 20, share: 1 },
      { label: '404', count: 5, share: 0.25 },
      { label: '1000', count: 1, share: 0.05 },
    ])
  })

  it('words are ordered by their count', () => {
    expect(countBars({ TIMEOUT: 1, URL_UNREACHABLE: 2 }).map(({ label }) => label)).to.deep.equal([
      'URL_UNREACHABLE',
      'TIMEOUT',
    ])
  })

  it('nothing counted is no bar', () => expect(countBars({})).to.deep.equal([]))

  it('ranges keep their order', () => {
    expect(
      rangeBars([
        { from: 80, to: 89, pages: 0 },
        { from: 90, to: 100, pages: 4 },
      ]),
    ).to.deep.equal([
      { label: '80–89', count: 0, share: 0 },
      { label: '90–100', count: 4, share: 1 },
    ])
  })

  it('ranges without pages are empty', () => {
    expect(rangeBars([{ from: 0, to: 9, pages: 0 }])).to.deep.equal([{ label: '0–9', count: 0, share: 0 }])
  })

  it('scores are shares of 100, the lowest first', () => {
    expect(scoreBars({ content: 90, technical: 72.5 })).to.deep.equal([
      { label: 'technical', count: 72.5, share: 0.725 },
      { label: 'content', count: 90, share: 0.9 },
    ])
  })
})
