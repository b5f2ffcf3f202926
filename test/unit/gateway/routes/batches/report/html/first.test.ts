import { expect } from 'chai'
import { load } from 'cheerio'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { first } from '#gateway/routes/batches/report/html/first.ts'
import { issueOf, recordedReport, ruleOf, SERVICE } from '../recorded-report.ts'

describe('what to do first, in the report as HTML', () => {
  it('is the first five findings of both kinds, each with its effort and gain', () => {
    const rules = ['a', 'b', 'c', 'd'].map((id, at) => ({
      ...{
        ...ruleOf(id),
        title: `Rule ${id}`,
        severity: 'warning' as const,
        points: 4 - at,
        effort: 'days' as const,
      },
    }))
    const issues = [
      issueOf([{ url: 'x' }]),
      { ...issueOf([{ url: 'x' }]), severity: 'info' as const, title: 'Last' },
    ]
    const made = load(first(documentOf({ ...recordedReport, rules, site_issues: issues }, SERVICE)))
    const texts = made('li')
      .toArray()
      .map((one) => made(one).text().replaceAll(/\s+/g, ' '))
    expect(texts).to.have.length(5)
    expect(texts[0]).to.equal('Broken <links> Error · 1 pageFix them.')
    expect(texts[1]).to.include('Rule a').and.include('effort: days · gain: 4 points of the page score')
    expect(texts[4]).to.include('gain: 1 point of the page score')
  })

  it('says when there is nothing to do', () => {
    const none = { ...recordedReport, rules: [], site_issues: [] }
    expect(first(documentOf(none, SERVICE))).to.include('No issues were found.')
    expect(first(documentOf(none, { ...SERVICE, severities: ['error'] }))).to.include('of these severities')
  })
})
