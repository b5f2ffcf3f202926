import { expect } from 'chai'
import { load } from 'cheerio'
import { contents } from '#gateway/routes/batches/report/html/contents.ts'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { reportHtml } from '#gateway/routes/batches/report/html.ts'
import { issueOf, recordedReport, SERVICE } from '../recorded-report.ts'

const items = Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/${at}` }))
const report = { ...recordedReport, site_issues: [issueOf(items)] }

describe('contents of the report as HTML', () => {
  it('name each chapter, and the annex where there is one', () => {
    const made = load(contents(documentOf(report, SERVICE)))
    const texts = made('li')
      .toArray()
      .map((one) => made(one).text())
    expect(texts[0]).to.equal('1. Broken <links>')
    expect(texts.slice(-3)).to.deep.equal(['Pages by status and depth', 'Method', 'Annex: further pages'])
    expect(contents(documentOf({ ...report, site_issues: [] }, SERVICE))).to.not.include('Annex')
  })

  it('and all other links inside lead to what is there', () => {
    const made = load(reportHtml(report, SERVICE))
    const links = made('a[href^="#"]')
      .toArray()
      .map(({ attribs }) => attribs.href as string)
    expect(links.length).to.be.above(5)
    for (const link of links) expect(made(link).length, link).to.equal(1)
  })
})
