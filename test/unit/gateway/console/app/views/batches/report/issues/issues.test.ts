import { expect } from 'chai'
import { countOf, filterIssues } from '#gateway/console/app/views/batches/report/issues/issues.ts'
import { findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

type Rule = SiteReport['rules'][number]
type Finding = SiteReport['site_issues'][number]
type Severity = Rule['severity']

const rule = (rule_id: string, severity: Severity, points: number, pages = 1) =>
  ({ rule_id, severity, points, pages, title: rule_id, fix: 'Fix it', category: 'content' }) as Rule
const finding = (id: string, severity: Severity, points: number, affected = 1) =>
  ({
    id,
    severity,
    points,
    affected,
    title: id,
    fix: 'Change it',
    why: 'Because',
    effort: 'hours',
  }) as Finding

const report = {
  rules: [rule('a', 'error', 1), rule('b', 'warning', 9), rule('c', 'warning', 2, 5)],
  site_issues: [
    finding('site-d', 'error', 3),
    finding('site-e', 'warning', 2, 7),
    finding('site-f', 'info', 20),
  ],
}

describe('issues of a site', () => {
  it('are one list: by severity, then points lost, then pages', () => {
    expect(findingsOf(report).map(({ id }) => id)).to.deep.equal([
      'site-d',
      'a',
      'b',
      'site-e',
      'c',
      'site-f',
    ])
  })

  it('are in the order of their titles where all else is equal', () => {
    const rules = [rule('z', 'error', 1), rule('y', 'error', 1)]
    expect(findingsOf({ rules, site_issues: [] }).map(({ id }) => id)).to.deep.equal(['y', 'z'])
  })

  it('say why where the report does, and count pages', () => {
    const [d, a] = findingsOf(report)
    expect(d).to.include({ why: 'Because', effort: 'hours', category: 'site', pages: 1 })
    expect(a).to.include({ why: null, effort: null, category: 'content' })
  })

  it('are filtered by severity, category and text', () => {
    const ids = (severity: string, category: string, text: string) =>
      filterIssues(findingsOf(report), { severity, category, text }).map(({ id }) => id)
    expect(ids('error', '', '')).to.deep.equal(['site-d', 'a'])
    expect(ids('', 'site', '')).to.deep.equal(['site-d', 'site-e', 'site-f'])
    expect(ids('', '', 'SITE-E')).to.deep.equal(['site-e'])
    expect(countOf(findingsOf(report), 'warning')).to.equal(3)
  })
})
