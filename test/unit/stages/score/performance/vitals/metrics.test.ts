import { expect } from 'chai'
import { type MetricName, metrics, ratedVitals } from '#stages/score/performance/vitals/metrics.ts'
import { goodVitals, noVital, vital } from '#test/support/performance/lab-measurement.ts'

/** Thresholds and budgets of `infra/docs/clients.md#ratings`. */
const bounds: Readonly<Record<MetricName, readonly [good: number, poor: number, step: number]>> = {
  lcp: [2500, 4000, 1],
  inp: [200, 500, 1],
  cls: [0.1, 0.25, 0.0001],
  fcp: [1800, 3000, 1],
  ttfb: [800, 1800, 1],
}

describe('rated vitals', () => {
  for (const [key, [good, poor, step]] of Object.entries(bounds)) {
    const name = key as MetricName
    const rate = (value: number) => ratedVitals({ ...goodVitals, [name]: vital(value) })[name]
    it(`${name}: good up to ${good}, poor above ${poor}`, () => {
      expect(rate(good)).to.deep.equal({ value: good, rating: 'good', status: 'pass', reason: null })
      expect(rate(good + step)).to.include({ rating: 'needs-improvement', status: 'warn' })
      expect(rate(poor)).to.include({ rating: 'needs-improvement', status: 'warn' })
      expect(rate(poor + step)).to.include({ rating: 'poor', status: 'fail' })
      expect(metrics[name].good).to.equal(good)
    })
  }

  it('rate the shown values: whole milliseconds, four digits of CLS', () => {
    const { lcp, cls } = ratedVitals({ ...goodVitals, lcp: vital(2500.4), cls: vital(0.100_04) })
    expect([lcp.value, lcp.rating]).to.deep.equal([2500, 'good'])
    expect([cls.value, cls.rating]).to.deep.equal([0.1, 'good'])
  })

  it('report why a metric is missing', () => {
    const { inp } = ratedVitals({ ...goodVitals, inp: noVital('no_interactive_element') })
    expect(inp).to.deep.equal({ value: null, rating: null, status: null, reason: 'no_interactive_element' })
  })
})
