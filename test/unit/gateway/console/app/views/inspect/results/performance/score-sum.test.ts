import { expect } from 'chai'
import { scoreSumOf } from '#gateway/console/app/views/inspect/results/performance/score-sum.ts'

const weights = { lcp: 0.35, inp: 0.35, cls: 0.15, fcp: 0.1, ttfb: 0.05 }

describe('console: the sum of a performance score', () => {
  it('is weight times points of each metric', () => {
    // 35×92 + 35×67 + 15×75 + 10×87 + 5×100 = 3220 + 2345 + 1125 + 870 + 500 = 8060 hundredths: 80.60, rounded 81.
    const sum = scoreSumOf({
      weights,
      by_metric: { lcp: 92, inp: 67, cls: 75, fcp: 87, ttfb: 100 },
      value: 81,
    })
    expect(sum.terms.map(({ product }) => product)).to.deep.equal([3220, 2345, 1125, 870, 500])
    expect(sum).to.include({ weight: 100, product: 8060, mean: 80.6, agrees: true })
  })

  it('is divided by the weights of the metrics with a value', () => {
    // Without INP: 35×46 + 15×89 + 10×71 + 5×96 = 1610 + 1335 + 710 + 480 = 4135; 41.35 ÷ 0.65 = 63.615…
    const sum = scoreSumOf({
      weights,
      by_metric: { lcp: 46, inp: null, cls: 89, fcp: 71, ttfb: 96 },
      value: 64,
    })
    expect(sum.terms[1]).to.deep.equal({ name: 'inp', weight: 35, points: null, product: null })
    expect(sum).to.include({ weight: 65, product: 4135, mean: 63.62, agrees: true })
  })

  it('has no mean without any metric', () => {
    const none = { lcp: null, inp: null, cls: null, fcp: null, ttfb: null }
    expect(scoreSumOf({ weights, by_metric: none, value: null })).to.include({
      weight: 0,
      mean: null,
      agrees: true,
    })
  })

  it('says that another score does not agree', () => {
    const all = { lcp: 100, inp: 100, cls: 100, fcp: 100, ttfb: 100 }
    expect(scoreSumOf({ weights, by_metric: all, value: 99 }).agrees).to.equal(false)
    expect(scoreSumOf({ weights, by_metric: all, value: null }).agrees).to.equal(false)
  })

  it('takes half a point as rounded up or down', () => {
    // 35×90 + 35×90 + 15×90 + 10×90 + 5×100 = 3150 + 3150 + 1350 + 900 + 500 = 9050: 90.50.
    const by_metric = { lcp: 90, inp: 90, cls: 90, fcp: 90, ttfb: 100 }
    expect(scoreSumOf({ weights, by_metric, value: 91 }).agrees).to.equal(true)
  })
})
