import { expect } from 'chai'
import { findingsOf } from '#shared/operations/results/site-findings.ts'
import { issueOf, recordedReport, ruleOf } from '#test/unit/gateway/routes/batches/report/recorded-report.ts'

describe('findings of a report', () => {
  it('are in one order: severity, points, pages, title', () => {
    const rules = [
      { ...ruleOf('a'), severity: 'error' as const, points: 1, pages: 5, title: 'b' },
      { ...ruleOf('b'), severity: 'error' as const, points: 1, pages: 9, title: 'c' },
      { ...ruleOf('c'), severity: 'info' as const, points: 0, pages: 99, title: 'd' },
    ]
    const issues = [
      { ...issueOf([]), severity: 'error' as const, points: 1, affected: 5, title: 'a' },
      { ...issueOf([]), severity: 'warning' as const, points: 30, affected: 1, title: 'e' },
    ]
    const titles = findingsOf({ ...recordedReport, rules, site_issues: issues }).map(({ title }) => title)
    expect(titles).to.deep.equal(['c', 'a', 'b', 'e', 'd'])
  })

  it('say what they are of, and what a former version did not say', () => {
    const { why: _, effort: __, ...former } = ruleOf('a')
    const [issue, rule] = findingsOf({
      ...{ ...recordedReport, rules: [{ ...former, severity: 'info' }] },
      site_issues: [{ ...issueOf([{ url: 'x' }], 7), effort: 'days' }],
    })
    expect(issue).to.include({
      id: 'site-broken-link',
      isOfSite: true,
      effort: 'days',
      pages: 7,
      items_total: 7,
    })
    expect(rule).to.include({ id: 'a', isOfSite: false, effort: null, why: null, items_total: 0 })
  })
})
