import { expect } from 'chai'
import { htmlIssues } from '#gateway/routes/batches/report/html-issues.ts'
import { issueOf, recordedReport, SERVICE } from './recorded-report.ts'

const htmlOf = (...issues: ReturnType<typeof issueOf>[]) =>
  htmlIssues({ ...recordedReport, site_issues: issues }, SERVICE.publicUrl)
const urls = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://a.test/${at}` }))

describe('issues as HTML', () => {
  it('say why they matter, what to do, by whose authority, and where', () => {
    const item = {
      url: 'https://a.test/gone',
      status: 404,
      sources: [{ url: 'https://a.test/', text: '<here>' }],
    }
    const html = htmlOf(issueOf([item]))
    for (const part of [
      'Broken &lt;links&gt;',
      'Because.',
      'Fix them.',
      'href="https://authority.test/"',
      'status 404',
      '“&lt;here&gt;”',
    ])
      expect(html).to.include(part)
    expect(html).to.include('<a href="https://a.test/gone"').and.include('<a href="https://a.test/"')
  })

  it('lead to all pages of the issue, in the console of the service', () =>
    expect(htmlOf(issueOf(urls(1)))).to.include(
      '<a href="https://probe.test/#/batches/b/pages?rule=site-broken-link">All pages with this issue</a>',
    ))

  it('show five items at once, a hundred on request, and how many are left', () => {
    const html = htmlOf(issueOf(urls(120), 500))
    expect(html.split('<details>')[0]?.match(/<li>/g)).to.have.length(5)
    expect(html.match(/<li>/g)).to.have.length(100)
    expect(html).to.include('495 more').and.include('<p class="soft">and 400 more</p>')
  })

  it('show five pages of a group at once, with what they have in common', () => {
    const group = { value: 'Same', urls: urls(8).map(({ url }) => url), urls_total: 150 }
    const html = htmlOf(issueOf([group]))
    expect(html).to.include('“Same”').and.include('145 more').and.include('and 142 more')
  })

  it('say when there are none', () => expect(htmlOf()).to.include('None found.'))
})
