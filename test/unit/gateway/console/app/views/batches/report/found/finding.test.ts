import { expect } from 'chai'
import { findingOf, isOfPage, itemsOf } from '#gateway/console/app/views/batches/report/found/finding.ts'
import { issueOf, recordedReport } from '#test/unit/gateway/routes/batches/report/recorded-report.ts'

describe('finding of a rule in the console', () => {
  it('is that of a rule about pages or about the site', () => {
    const report = { ...recordedReport, site_issues: [issueOf([])] }
    expect(findingOf(report, 'csp-missing')).to.include({ rule_id: 'csp-missing', severity: 'info' })
    expect(findingOf(report, 'site-broken-link')).to.include({ title: 'Broken <links>', severity: 'error' })
    expect(findingOf(report, 'label')).to.equal(null)
  })

  it('has the items that name a page, one after the other', () => {
    const page = { message: 'm', elements: 1, selector: null, snippet: null, evidence: [] }
    const [one, two] = [{ url: 'https://a.test/' }, { url: 'https://b.test/' }]
    expect([isOfPage(page), isOfPage(one)]).to.deep.equal([true, false])
    expect(itemsOf(one)).to.deep.equal([one])
    expect(itemsOf({ ...one, more: [two] })).to.deep.equal([one, two])
  })
})
