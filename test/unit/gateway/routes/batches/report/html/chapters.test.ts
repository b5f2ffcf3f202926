import { expect } from 'chai'
import { load } from 'cheerio'
import { chapters } from '#gateway/routes/batches/report/html/chapters.ts'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { issueOf, recordedReport, ruleOf, SERVICE } from '../recorded-report.ts'

const htmlOf = (...issues: ReturnType<typeof issueOf>[]) =>
  [...chapters(documentOf({ ...recordedReport, rules: [], site_issues: issues }, SERVICE))].join('')
const urls = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://a.test/${at}` }))

describe('chapters of the report as HTML', () => {
  it('say why an issue matters, what to do, by whose authority, what that takes and gives, and where it is', () => {
    const item = {
      url: 'https://a.test/gone',
      status: 404,
      sources: [{ url: 'https://a.test/', text: '<here>' }],
    }
    const html = htmlOf({ ...issueOf([item]), effort: 'hours', points: 1.5 })
    for (const part of [
      '1. Broken &lt;links&gt;',
      'Because.',
      'Fix them.',
      'href="https://authority.test/"',
      'status 404',
      '“&lt;here&gt;”',
      '1 page · effort: hours · gain: 1.5 points of the site score',
    ])
      expect(html).to.include(part)
    expect(html).to.include('<a href="https://a.test/gone"').and.include('<a href="https://a.test/"')
  })

  it('lead to all pages of the issue, in the console of the service', () => {
    const link = '<a href="https://probe.test/#/batches/b/pages?rule=site-broken-link">'
    expect(htmlOf(issueOf(urls(12)))).to.include(`${link}All 12 pages with this issue</a>`)
    expect(htmlOf(issueOf(urls(1)))).to.include(`${link}The page with this issue</a>`)
  })

  it('lead nowhere without a service to lead to', () => {
    const report = { ...recordedReport, rules: [], site_issues: [issueOf(urls(1))] }
    const html = [...chapters(documentOf(report, { ...SERVICE, publicUrl: null }))].join('')
    expect(html).to.not.include('with this issue').and.not.include('class="more"')
  })

  it('show five items at once, twenty on request, and lead to the others', () => {
    const html = htmlOf(issueOf(urls(30), 500))
    expect(html.split('<details>')[0]?.match(/<li>/g)).to.have.length(5)
    expect(html.match(/<li>/g)).to.have.length(20)
    expect(html).to.include('<summary>15 more</summary>').and.include('href="#annex-1"')
    expect(htmlOf(issueOf(urls(20)))).to.not.include('#annex-')
  })

  it('are in one order whatever kind of rule found something: severity, then points', () => {
    const issues = [
      { ...issueOf(urls(1)), title: 'Site warning', severity: 'warning' as const, points: 9 },
      { ...issueOf(urls(1)), title: 'Site error', points: 1 },
    ]
    const rules = [
      { ...ruleOf('r'), title: 'Page error', severity: 'error' as const, points: 2 },
      { ...ruleOf('s'), title: 'Page info', severity: 'info' as const, points: 0 },
    ]
    const html = [...chapters(documentOf({ ...recordedReport, rules, site_issues: issues }, SERVICE))].join(
      '',
    )
    const titles = load(html)('h3')
      .toArray()
      .map((one) => load(html)(one).text())
    expect(titles).to.deep.equal(['1. Page error', '2. Site error', '3. Site warning', '4. Page info'])
  })

  it('are none where nothing was found', () => expect(htmlOf()).to.equal(''))
})
