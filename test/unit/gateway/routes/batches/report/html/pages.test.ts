import { expect } from 'chai'
import { load } from 'cheerio'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { pages } from '#gateway/routes/batches/report/html/pages.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

const madeOf = (report: typeof recordedReport) => load(pages(documentOf(report, SERVICE)))

describe('charts of the report as HTML', () => {
  it('have a bar for each status, depth and failure, and its number beside it', () => {
    const counted = { by_status: { 200: 60, 404: 15 }, by_depth: { 0: 1 }, by_code: { TIMEOUT: 2 } }
    const made = madeOf({ ...recordedReport, scores: null, pages: { ...recordedReport.pages, ...counted } })
    const rows = made('tbody tr')
      .toArray()
      .map((row) => made(row).text())
    expect(rows).to.deep.equal(['20060', '40415', '01', 'TIMEOUT2'])
    const widths = made('.share')
      .toArray()
      .map(({ attribs }) => attribs.width)
    expect(widths).to.deep.equal(['100', '25', '100', '100'])
  })

  it('have the scores of the pages where there are some', () => {
    const text = madeOf(recordedReport)('body').text()
    for (const [name, mean] of Object.entries(recordedReport.scores?.by_category ?? {}))
      expect(text).to.include(`${name}${mean}`)
    expect(text).to.include('Lowest page scores').and.include('90–1003')
    expect(madeOf({ ...recordedReport, scores: null })('body').text()).to.not.include('Mean score')
  })

  it('are bounded: rows beyond twenty are one', () => {
    const by_depth = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at, 2]))
    const counted = { by_status: {}, by_code: {}, by_depth }
    const made = madeOf({ ...recordedReport, scores: null, pages: { ...recordedReport.pages, ...counted } })
    expect(made('tbody tr').length).to.equal(21)
    expect(made('tbody tr').last().text()).to.equal('Others20')
  })
})
