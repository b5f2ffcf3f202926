import { expect } from 'chai'
import { byImpact, impactOf } from '#stages/score/performance/advice/advise.ts'
import { ratedVitals } from '#stages/score/performance/vitals/metrics.ts'
import { goodVitals, noVital, vital } from '#test/support/performance/lab-measurement.ts'

const vitals = ratedVitals({ ...goodVitals, lcp: vital(4000), fcp: vital(1700), ttfb: vital(800) })
const impact = (finding: Omit<Parameters<typeof impactOf>[0], 'message'>) =>
  impactOf({ message: '', ...finding }, vitals, 'mobile')

describe('impact', () => {
  it('is the points that a better value gains', () => {
    // LCP 4000 scores 50, 3000 scores 78, 2500 scores 90; weight .35
    expect(impact({ savings: { lcp: 1000 } }).points).to.be.closeTo(9.8, 0.001)
    expect(impact({ savings: { lcp: 1500 } }).points).to.be.closeTo(14, 0.001)
    expect(impact({ savings: { lcp: 1500 } }).severity).to.equal('high')
  })

  it('never moves a paint before the first byte, unless that comes earlier too', () => {
    // LCP 1000 scores 100: the rest of what is said to be saved is none.
    expect(impact({ savings: { lcp: 9999 } }).points).to.be.closeTo(17.5, 0.001)
    expect(impact({ savings: { lcp: 9999, ttfb: 800 } }).points).to.be.closeTo(17.5 + 0.5, 0.001)
  })

  it('is zero for a metric that was not measured', () => {
    const without = ratedVitals({ ...goodVitals, inp: noVital('no_interactive_element') })
    expect(impactOf({ message: '', savings: { inp: 100 } }, without, 'mobile').points).to.equal(0)
  })

  for (const [wastedBytes, severity] of [
    [1024 * 1024, 'high'],
    [1024 * 1024 - 1, 'medium'],
    [100 * 1024, 'medium'],
    [100 * 1024 - 1, 'low'],
  ] as const) {
    it(`${wastedBytes} wasted bytes are ${severity}`, () => {
      expect(impact({ wastedBytes }).severity).to.equal(severity)
    })
  }

  it('sorts by severity, then points, then bytes', () => {
    const high = { severity: 'high', points: 0, wastedBytes: 2_000_000 } as const
    const medium = { severity: 'medium', points: 4, wastedBytes: 0 } as const
    const less = { severity: 'medium', points: 3, wastedBytes: 10 } as const
    const least = { severity: 'medium', points: 3, wastedBytes: 9 } as const
    expect([least, medium, high, less].toSorted(byImpact)).to.deep.equal([high, medium, less, least])
  })
})
