import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { load } from 'cheerio'
import { reportHtml, reportHtmlInTurns } from '#gateway/routes/batches/report/html.ts'
import { HTML_POLICY } from '#gateway/routes/batches/report/style.ts'
import { largeReport } from './large-report.ts'
import { issueOf, recordedReport, SERVICE } from './recorded-report.ts'

describe('report as HTML', () => {
  const html = reportHtml(recordedReport, SERVICE)
  const document = load(html)

  it('is one file without script and without outside resources', () => {
    expect(document('script, link, img, iframe, object, embed, video, audio, form').length).to.equal(0)
    expect(html).to.not.match(/@import|url\(|\sstyle=|\son\w+=/)
  })

  it('has a policy that allows its style and nothing else', () => {
    const digest = createHash('sha256').update(document('style').text()).digest('base64')
    expect(HTML_POLICY).to.equal(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('says what the JSON says', () => {
    const text = document('body').text()
    expect(text).to.include(`${recordedReport.score?.overall} of 100`)
    for (const { title } of [...recordedReport.rules, ...recordedReport.site_issues])
      expect(text).to.include(title)
    for (const { reason } of recordedReport.score?.deductions ?? []) expect(text).to.include(reason)
    expect(text).to.not.include('Preliminary')
  })

  it('leads to all pages of each rule, with what was found there', () => {
    const links = document('a')
      .toArray()
      .map(({ attribs }) => attribs.href)
    for (const { pages_url } of [...recordedReport.rules, ...recordedReport.site_issues])
      expect(links).to.include(`https://probe.test/#${pages_url}`)
  })

  it('names every column of its tables', () => {
    const names = document('th')
      .toArray()
      .map((cell) => document(cell).text())
    expect(names).to.include.members(['Category', 'Mean score', 'Score', 'Chart']).and.not.include('')
    expect(document('svg:not([aria-hidden], [aria-label])').length).to.equal(0)
  })

  it('has headings in order, a language and a width for phones', () => {
    expect(document('html').attr('lang')).to.equal('en')
    expect(document('meta[name=viewport]').attr('content')).to.include('width=device-width')
    const levels = document('h1, h2, h3')
      .toArray()
      .map(({ tagName }) => Number(tagName.slice(1)))
    expect(levels[0]).to.equal(1)
    for (const [at, level] of levels.slice(1).entries())
      expect(level - (levels[at] as number)).to.be.at.most(1)
  })

  it('is the same made in turns with what else the process has to do', async () => {
    let turns = 0
    let isDone = false
    const other = () => {
      turns += 1
      if (!isDone) setImmediate(other)
    }
    setImmediate(other)
    expect(await reportHtmlInTurns(largeReport(), SERVICE)).to.equal(reportHtml(largeReport(), SERVICE))
    isDone = true
    // 3 MB in pieces of 64 kB and a chapter.
    expect(turns).to.be.above(20)
  })

  it('has 5 MB at most, whatever the site', () => {
    const large = Buffer.byteLength(reportHtml(largeReport(), SERVICE))
    expect(large).to.be.above(2_000_000).and.below(5_000_000)
    const hostile = Buffer.byteLength(reportHtml(largeReport('\u4e00'.repeat(2000)), SERVICE))
    expect(hostile).to.be.below(5_000_000)
  })

  it('lists what has changed', () => {
    const changes = {
      ...{ batch: 'earlier', new: [{ id: 'site-broken-link', url: 'https://a.test/x' }], new_total: 1 },
      ...{ fixed: [{ rule_id: 'title-missing', url: 'https://a.test/y' }], fixed_total: 1, unchanged: 7 },
      ...{ pages_added: ['https://a.test/z'], pages_added_total: 1, pages_gone: [], pages_gone_total: 0 },
    }
    const text = load(reportHtml({ ...recordedReport, changes }, SERVICE))('body').text()
    for (const part of [
      'Changes since the earlier crawl',
      'Broken internal links',
      'Missing page title',
      'https://a.test/z',
    ])
      expect(text).to.include(part)
  })

  it('has text alone of what pages wrote', () => {
    const hostile = '</style></title><script>alert(1)</script>'
    const batch = { ...recordedReport.batch, seeds: [`https://a.test/${hostile}`] }
    const issue = issueOf([{ value: hostile, urls: ['javascript:alert(1)', hostile] }])
    const made = load(
      reportHtml({ ...recordedReport, batch, complete: false, site_issues: [issue] }, SERVICE),
    )
    expect(made('script').length).to.equal(0)
    expect(
      made('a')
        .toArray()
        .filter(({ attribs }) => !/^(?:https?:|#)/.test(attribs.href ?? '')),
    ).to.deep.equal([])
    expect(made('body').text()).to.include(hostile).and.include('Preliminary: 3 pages so far.')
  })
})
