import { expect } from 'chai'
import { load } from 'cheerio'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { score } from '#gateway/routes/batches/report/html/score.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

const crawl = (month: number, points: number) => ({
  ...{ batch: `${month}`, score: points, at: `2026-${String(month).padStart(2, '0')}-28T10:00:00.000Z` },
})
const textOf = (history: ReturnType<typeof crawl>[]) =>
  score(documentOf(recordedReport, { ...SERVICE, history }))

describe('score in the report as HTML', () => {
  it('says where the points are that are lost', () => {
    const deductions = [
      { id: 'pages', reason: 'x', points: 2.33 },
      { id: 'site-dead-end', reason: 'y', points: 0.54 },
      { id: 'site-single-inlink', reason: 'z', points: 0.76 },
    ]
    const text = (made: typeof recordedReport.score) =>
      load(score(documentOf({ ...recordedReport, score: made }, SERVICE)))('body').text()
    expect(text({ overall: 96.37, deductions }))
      .to.include('Score: 96.37 of 100')
      .and.include(
        '3.63 points are lost: 2.33 by what the pages lack on average, 1.3 by issues of the site as a whole.',
      )
    expect(text({ overall: 99, deductions: [{ id: 'pages', reason: 'x', points: 1 }] })).to.include(
      '1 point is lost: 1 by what the pages lack on average.',
    )
    expect(text({ overall: 100, deductions: [] })).to.include('No points are lost.')
    expect(text(null)).to.equal('')
  })

  it('has its course over the crawls up to this one, in words as well', () => {
    const made = load(
      textOf([
        crawl(9, 50),
        crawl(10, 100),
        { ...crawl(11, 96.37), at: '2026-11-29T00:00:00.000Z' },
        crawl(12, 0),
      ]),
    )
    expect(made('svg').attr('role')).to.equal('img')
    expect(made('svg').attr('aria-label')).to.equal('Score of 3 crawls')
    expect(made('circle').length).to.equal(3)
    expect(made('figcaption').text()).to.equal(
      'Score of the last 3 crawls: 50 on 28 September 2026, 100 on 28 October 2026, 96.37 on 29 November 2026.',
    )
  })

  it('draws 100 at the upper line, 0 at the lower one', () => {
    const made = load(textOf([crawl(9, 100), crawl(10, 0)]))
    const lines = made('line')
      .toArray()
      .map(({ attribs }) => attribs.y1)
    const points = made('circle')
      .toArray()
      .map(({ attribs }) => attribs.cy)
    expect(points).to.deep.equal([lines[2], lines[0]])
  })

  it('has no course of fewer than two crawls, and of many the last 24', () => {
    expect(textOf([])).to.not.include('<svg')
    expect(textOf([crawl(9, 50)])).to.not.include('<svg')
    const many = Array.from({ length: 60 }, () => crawl(9, 50))
    expect(load(textOf(many))('circle').length).to.equal(24)
  })
})
