import { expect } from 'chai'
import type { LabVitals } from '#shared/messages/payloads/measurement.ts'
import { ratedVitals } from '#stages/score/performance/vitals/metrics.ts'
import { methodOf, scoreOf } from '#stages/score/performance/vitals/score.ts'
import { goodVitals, noVital, vital } from '#test/support/performance/lab-measurement.ts'

function vitals(lcp: number, inp: number, cls: number, fcp: number, ttfb: number): LabVitals {
  return { lcp: vital(lcp), inp: vital(inp), cls: vital(cls), fcp: vital(fcp), ttfb: vital(ttfb) }
}

const score = (given: LabVitals, device: 'desktop' | 'mobile' | 'tablet') =>
  scoreOf(ratedVitals(given), device)

describe('performance score', () => {
  it('is 90 with all metrics at their tenth percentile, 50 at the median', () => {
    expect(score(vitals(2500, 200, 0.1, 1800, 800), 'mobile').value).to.equal(90)
    expect(score(vitals(1200, 200, 0.1, 934, 800), 'desktop').value).to.equal(90)
    expect(score(vitals(4000, 500, 0.25, 3000, 1800), 'tablet').value).to.equal(50)
    expect(score(vitals(2400, 500, 0.25, 1600, 1800), 'desktop').value).to.equal(50)
  })

  it('is 100 for a fast page', () => {
    expect(score(vitals(404, 104, 0.0236, 240, 125), 'desktop').value).to.equal(100)
  })

  // .35 x 0 + .35 x 99 + .15 x 99 + .10 x 92 + .05 x 100 = 63.7
  const phonePage = vitals(9405, 104, 0.0443, 1708, 125)
  it('is 64 for a page on slow 4G', () => {
    const { value, byMetric, missing } = score(phonePage, 'mobile')
    expect(value).to.equal(64)
    expect(byMetric).to.deep.equal({ lcp: 0, inp: 99, cls: 99, fcp: 92, ttfb: 100 })
    expect(missing).to.deep.equal([])
  })

  // (.15 x 99 + .10 x 92 + .05 x 100) / .65 = 44.7
  it('is 45 for it without INP, and reports that', () => {
    const without = score({ ...phonePage, inp: noVital('no_interactive_element') }, 'mobile')
    expect([without.value, without.byMetric.inp]).to.deep.equal([45, null])
    expect(without.missing).to.deep.equal(['inp'])
    expect(methodOf(without, 'mobile')).to.include('without inp').and.to.include('mobile')
    expect(methodOf(score(phonePage, 'mobile'), 'mobile')).not.to.include('without')
  })

  it('rounds a half up', () => {
    // .35 x 100 + .35 x 90 + .15 x 100 + .10 x 100 + .05 x 100 = 96.5
    expect(score(vitals(400, 200, 0, 240, 120), 'desktop').value).to.equal(97)
  })

  it('is null without metrics', () => {
    const nothing = noVital('page_died')
    const none = { lcp: nothing, inp: nothing, cls: nothing, fcp: nothing, ttfb: nothing }
    expect(score({ ...goodVitals, ...none }, 'desktop')).to.deep.include({
      value: null,
      missing: ['lcp', 'inp', 'cls', 'fcp', 'ttfb'],
    })
  })
})
