import { expect } from 'chai'
import { reportMarkdown } from '#gateway/routes/batches/report/markdown.ts'
import { issueOf, recordedReport, ruleOf, SERVICE } from './recorded-report.ts'

describe('report as Markdown', () => {
  it('has the figures, the first items of each issue, and those of rules that pages failed', () => {
    const urls = Array.from({ length: 9 }, (_, at) => ({ url: `https://a.test/${at}`, status: 404 }))
    const text = reportMarkdown({ ...recordedReport, site_issues: [issueOf(urls, 70)] }, SERVICE)
    expect(text).to.match(/^# Site report: http:\/\/shop\.example\/kettle\n/)
    expect(text).to.include('| Pages | 3 |').and.include('### Broken \\<links\\> (error, 70)')
    expect(text.match(/^- https:\/\/a\.test/gm)).to.have.length(5)
    expect(text).to.include('- https://a.test/0 (status 404)\n').and.include('- and 65 more')
    const [rule] = recordedReport.rules
    expect(text).to.include(`### ${rule?.title} (`)
    expect(text).to.include(`](https://probe.test/#${rule?.pages_url})\n`)
    expect(text).to.include(
      '\n[All 70 pages with this issue](https://probe.test/#/batches/b/pages?rule=site-broken-link)\n',
    )
  })

  it('has both kinds of findings in one order, and the first five of them before', () => {
    const rules = ['a', 'b', 'c', 'd', 'e'].map((id, at) => ({
      ...{
        ...ruleOf(id),
        title: `Rule ${id}`,
        severity: 'warning' as const,
        points: 9 - at,
        pages: 1,
        effort: 'minutes' as const,
      },
    }))
    const issue = { ...issueOf([{ url: 'x' }]), title: 'Site', severity: 'warning' as const, points: 8.5 }
    const text = reportMarkdown({ ...recordedReport, rules, site_issues: [issue] }, SERVICE)
    expect(text.match(/^### \S+(?: \w+)?/gm)).to.deep.equal(
      ['Rule a', 'Site', 'Rule b', 'Rule c', 'Rule d', 'Rule e'].map((title) => `### ${title}`),
    )
    expect(text.match(/^\d\. \S+(?: \w+)?/gm)).to.deep.equal([
      ...['1. Rule a', '2. Site', '3. Rule b', '4. Rule c', '5. Rule d'],
    ])
    expect(text).to.include('(warning, 1 page, effort: minutes, gain: 9 points of the page score)')
    expect(text).to.include('[The page with this issue](').and.not.include('All 1 page')
  })

  it('has the title and the client that it is given', () => {
    const branding = { title: 'Audit *1*', client: 'Kettle & Sons', logo: null }
    const text = reportMarkdown(recordedReport, { ...SERVICE, branding })
    expect(text).to.match(/^# Audit \\\*1\\\*\n\nPrepared for Kettle \\& Sons\n\n/)
  })

  it('names three pages of a group and three links, and how many there are', () => {
    const urls = Array.from({ length: 5 }, (_, at) => `https://a.test/${at}`)
    const sources = urls.map((url) => ({ url, text: 'here' }))
    const issue = issueOf([
      { value: 'Same', urls },
      { url: 'https://b.test/', sources, sources_total: 50 },
    ])
    const text = reportMarkdown({ ...recordedReport, site_issues: [issue] }, SERVICE)
    expect(text).to.include('- “Same”: https://a.test/0, https://a.test/1, https://a.test/2 and 2 more')
    expect(text).to.include('linked from https://a.test/0 (“here”)').and.include(' and 47 more')
  })

  it('says that it is not complete, and what has changed', () => {
    const changes = {
      ...{ batch: 'earlier', new: [], new_total: 3, fixed: [], fixed_total: 4, unchanged: 5 },
      ...{ pages_added: [], pages_added_total: 6, pages_gone: [], pages_gone_total: 7 },
    }
    const text = reportMarkdown({ ...recordedReport, complete: false, changes }, SERVICE)
    expect(text).to.include('**Preliminary: 3 pages so far.**')
    for (const line of [
      '- New issues: 3',
      '- Fixed issues: 4',
      '- Unchanged: 5',
      '- Pages added: 6',
      '- Pages removed: 7',
    ])
      expect(text).to.include(line)
  })
})
