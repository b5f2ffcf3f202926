import { expect } from 'chai'
import { curvesOf, type MetricName } from '#stages/score/performance/vitals/metrics.ts'
import { logNormalScore } from '#stages/score/performance/vitals/score.ts'

/** Results of Lighthouse 13.5's own code for its control points. */
const mobile: Readonly<Partial<Record<MetricName, readonly [value: number, score: number][]>>> = {
  lcp: [
    [1000, 1],
    [2500, 0.9],
    [3000, 0.78],
    [4000, 0.5],
    [6000, 0.13],
    [9405, 0],
  ],
  inp: [
    [104, 0.99],
    [200, 0.9],
    [300, 0.76],
    [500, 0.5],
    [608, 0.39],
  ],
  cls: [
    [0, 1],
    [0.0236, 1],
    [0.0443, 0.99],
    [0.1, 0.9],
    [0.25, 0.5],
    [0.5, 0.16],
  ],
  fcp: [
    [1200, 0.99],
    [1800, 0.9],
  ],
  ttfb: [
    [125, 1],
    [481, 0.98],
    [800, 0.9],
  ],
}
const desktop: typeof mobile = {
  lcp: [
    [404, 1],
    [1200, 0.9],
    [2400, 0.5],
    [2904, 0.36],
  ],
  fcp: [
    [934, 0.9],
    [1600, 0.5],
  ],
  inp: [[200, 0.9]],
  cls: [[0.1, 0.9]],
  ttfb: [[1800, 0.5]],
}

describe('scoring curves', () => {
  for (const [device, table] of [
    ['mobile', mobile],
    ['tablet', mobile],
    ['desktop', desktop],
  ] as const) {
    for (const [name, vectors] of Object.entries(table)) {
      it(`${device}, ${name}`, () => {
        const curve = curvesOf(device)[name as MetricName]
        for (const [value, score] of vectors) expect(logNormalScore(curve, value), `${value}`).to.equal(score)
      })
    }
  }

  it('never give a value beyond a bound the score of the bound', () => {
    const curve = { p10: 2500, median: 4000 }
    expect(logNormalScore(curve, 2500.01)).to.equal(0.89)
    expect(logNormalScore(curve, 4000.01)).to.equal(0.49)
    expect(logNormalScore(curve, 1e9)).to.equal(0)
  })

  it('fall monotonically', () => {
    const scores = Array.from({ length: 600 }, (_, tens) =>
      logNormalScore({ p10: 2500, median: 4000 }, tens * 10),
    )
    expect(scores).to.deep.equal(scores.toSorted((one, other) => other - one))
  })
})
