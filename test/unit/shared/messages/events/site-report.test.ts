import { expect } from 'chai'
import { answers } from '#gateway/documents/examples.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { siteFiguresOf, siteReportData, siteReportRecord } from '#shared/messages/events/site-report.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'

const sequence = '1764522000000001'
const report = answers.find(({ name }) => name === 'report')?.response.body as SiteReport

describe('event of a report on a site', () => {
  const figures = siteFiguresOf(report)
  const record = siteReportRecord({ url: 'https://pageprobe.example/r', owner: 'someone', figures, sequence })

  it('has the figures of the report and where it is, without texts of pages', () => {
    const value = JSON.parse(String(record.value))
    expect(siteReportData.strict().safeParse(value).error).to.equal(undefined)
    expect(value).to.deep.include({
      url: 'https://pageprobe.example/r',
      pages: report.pages,
      score: report.score?.overall,
    })
    expect(value.site_issues).to.have.length(report.site_issues.length)
    expect(value).to.include({
      mean: report.scores?.mean,
      rules: report.rules.length,
      seed: 'http://shop.example/kettle',
      errors: 0,
    })
    expect(value.batch).to.not.have.property('seeds')
  })

  it('counts the rules of severity error, about pages and about the site', () => {
    const [rule, issue] = [report.rules[0], report.site_issues[0]]
    if (rule === undefined || issue === undefined) throw new Error('the recorded report has findings')
    const rules = [{ ...rule, severity: 'error' as const }, rule]
    const site_issues = [{ ...issue, severity: 'error' as const }, issue]
    expect(siteFiguresOf({ ...report, rules, site_issues }).errors).to.equal(2)
  })

  it('has the same id each time, belongs to the owner, and lies at the host of the start page', () => {
    const { id } = report.batch
    expect(record).to.include({ topic: 'result.site-report', key: 'shop.example' })
    expect(record.headers).to.include({
      ce_id: `${id}:site-report`,
      ce_subject: id,
      ce_type: 'result.site-report.v1',
      ce_tenant: tenantIdOf('someone'),
      ce_sequence: sequence,
    })
  })

  it('has no tenant where the batch has no owner, and no score without results', () => {
    const empty = siteFiguresOf({
      ...report,
      score: null,
      scores: null,
      batch: { ...report.batch, seeds: [] },
    })
    const { headers, key } = siteReportRecord({ url: 'u', owner: null, figures: empty, sequence })
    expect(headers).to.not.have.property('ce_tenant')
    expect([key, empty.score, empty.mean, empty.seed]).to.deep.equal(['', null, null, null])
  })
})
