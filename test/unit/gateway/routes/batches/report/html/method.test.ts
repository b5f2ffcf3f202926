import { expect } from 'chai'
import { load } from 'cheerio'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { method } from '#gateway/routes/batches/report/html/method.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

const textOf = (report: typeof recordedReport) => load(method(documentOf(report, SERVICE)))('body').text()

describe('method of the report as HTML', () => {
  it('says what was looked at, by which rules, and how the score is made', () => {
    const text = textOf(recordedReport)
    for (const part of ['http://shop.example/kettle', 'Check: SEO audit', recordedReport.rule_version])
      expect(text).to.include(part)
    for (const { reason, points } of recordedReport.score?.deductions ?? [])
      expect(text).to.include(`${reason}: −${points}`)
  })

  it('names the first start pages', () => {
    const seeds = Array.from({ length: 7 }, (_, at) => `https://a.test/${at}`)
    const text = textOf({ ...recordedReport, batch: { ...recordedReport.batch, seeds } })
    expect(text).to.include('https://a.test/4 and others').and.not.include('https://a.test/5')
  })

  it('says nothing of a score that there is not', () => {
    expect(textOf({ ...recordedReport, score: null })).to.not.include('score is made')
    expect(textOf({ ...recordedReport, score: { overall: 100, deductions: [] } })).to.include(
      'No points are lost.',
    )
  })
})
