import { expect } from 'chai'
import { parseReportQuery } from '#gateway/routes/batches/queries.ts'
import { withSeverities } from '#gateway/routes/batches/report/severities.ts'
import { issueOf, recordedReport } from './recorded-report.ts'

const severitiesOf = (query: string) => parseReportQuery(query).severities

describe('severities of a report', () => {
  it('are all by default, else those that are named', () => {
    expect(severitiesOf('')).to.equal(null)
    expect(severitiesOf('severity=error')).to.deep.equal(['error'])
    expect(severitiesOf('severity=info,error')).to.deep.equal(['error', 'info'])
    expect(severitiesOf('severity=warning,warning')).to.deep.equal(['warning'])
  })

  for (const query of [
    'severity=',
    'severity=errors',
    'severity=error,',
    'severity=error%20',
    'severity=ERROR',
  ])
    it(`refuse ?${query}`, () =>
      expect(() => severitiesOf(query)).to.throw(
        'severity must be one or more of error, warning, info, separated by commas',
      ))

  it('refuse a parameter that comes twice', () =>
    expect(() => severitiesOf('severity=error&severity=info')).to.throw('severity'))

  it('keep findings of these alone, and counts and scores of all', () => {
    const issues = (['error', 'warning', 'info'] as const).map((severity) => ({ ...issueOf([]), severity }))
    const report = { ...recordedReport, site_issues: issues }
    const shown = withSeverities(report, ['warning', 'error'])
    expect(shown.site_issues.map(({ severity }) => severity)).to.deep.equal(['error', 'warning'])
    expect(shown.rules.map(({ rule_id }) => rule_id)).to.deep.equal(
      report.rules.filter(({ severity }) => severity === 'warning').map(({ rule_id }) => rule_id),
    )
    expect(shown.rules).to.not.deep.equal([])
    expect([shown.score, shown.pages]).to.deep.equal([report.score, report.pages])
  })
})
