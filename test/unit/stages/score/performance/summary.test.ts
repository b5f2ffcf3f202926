import { expect } from 'chai'
import type { LabVitals } from '#shared/messages/payloads/measurement.ts'
import { summaryOf } from '#stages/score/performance/summary.ts'
import { ratedVitals } from '#stages/score/performance/vitals/metrics.ts'
import { type Score, scoreOf } from '#stages/score/performance/vitals/score.ts'
import { goodVitals, noVital, vital } from '#test/support/performance/lab-measurement.ts'

function summary(given: Partial<LabVitals>, tips = 0) {
  const vitals = ratedVitals({ ...goodVitals, ...given })
  return summaryOf(vitals, scoreOf(vitals, 'mobile'), tips)
}

describe('summary', () => {
  it('is good for a good page', () => {
    expect(summary({}, 3)).to.deep.equal({
      overall: 'excellent',
      errors: 0,
      warnings: 0,
      suggestions: 3,
      main_issue: 'none',
      incomplete: null,
    })
  })

  it('counts failures and warnings', () => {
    const given = { lcp: vital(4001), inp: vital(501), cls: vital(0.2), fcp: vital(1801), ttfb: vital(800) }
    expect(summary(given)).to.include({ errors: 2, warnings: 2 })
  })

  it('names the metric that costs most points, not the worst rated one', () => {
    // LCP 3000 takes .35 x (100 - 78) = 7.7, TTFB 1900 .05 x (100 - 47) = 2.6.
    const { main_issue } = summary({ lcp: vital(3000), ttfb: vital(1900) })
    expect(main_issue).to.match(/^Largest Contentful Paint is 3,000 ms/)
    expect(main_issue).to.include('2,500 ms').and.to.include('It costs 8 of 35 points')
  })

  it('shows CLS without a unit', () => {
    expect(summary({ cls: vital(0.5) }).main_issue).to.include('is 0.5: poor (good is up to 0.1)')
  })

  it('leaves out missing metrics', () => {
    expect(summary({ inp: noVital('no_interactive_element') }).main_issue).to.equal('none')
  })

  it('says what the score lacks, and why', () => {
    const inp = 'The score lacks Interaction to Next Paint (35 % of the weight): '
    const incomplete = (reason: string) => summary({ inp: noVital(reason) }).incomplete
    expect(incomplete('no_safe_control'))
      .to.match(/safe to operate/)
      .and.to.include(inp)
    expect(incomplete('no_interactive_element')).to.equal(`${inp}the page has nothing to operate.`)
    expect(incomplete('some_reason')).to.equal(`${inp}it could not be measured.`)
    const { incomplete: both } = summary({ inp: noVital('page_busy'), cls: noVital('no_contentful_paint') })
    expect(both).to.include(inp).and.to.include('lacks Cumulative Layout Shift (15 % of the weight)')
  })

  for (const [value, overall] of [
    [100, 'excellent'],
    [95, 'excellent'],
    [94, 'good'],
    [80, 'good'],
    [79, 'needs-improvement'],
    [50, 'needs-improvement'],
    [49, 'poor'],
    [0, 'poor'],
    [null, null],
  ] as const) {
    it(`${value} is ${overall}`, () => {
      const score: Score = { ...scoreOf(ratedVitals(goodVitals), 'mobile'), value }
      expect(summaryOf(ratedVitals(goodVitals), score, 0).overall).to.equal(overall)
    })
  }
})
