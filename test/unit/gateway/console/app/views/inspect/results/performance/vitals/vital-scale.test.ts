import { expect } from 'chai'
import { scalePosition } from '#gateway/console/app/views/inspect/results/performance/vitals/vital-scale.ts'

describe('console: the scale of a metric', () => {
  const at = (value: number) => scalePosition(value, 2500, 4000).percent

  it('gives each rating a third', () => {
    expect(at(0)).to.equal(0)
    expect(at(1250)).to.be.closeTo(100 / 6, 1e-9)
    expect(at(2500)).to.be.closeTo(100 / 3, 1e-9)
    expect(at(3250)).to.be.closeTo(50, 1e-9)
    expect(at(4000)).to.be.closeTo(200 / 3, 1e-9)
    expect(at(6000)).to.be.closeTo((100 * 5) / 6, 1e-9)
    expect(at(8000)).to.be.closeTo(100, 1e-9)
  })

  it('ends at twice the poor value', () => {
    expect(scalePosition(60_000, 2500, 4000)).to.deep.equal({ percent: 100, isBeyond: true })
    expect(scalePosition(7999, 2500, 4000).isBeyond).to.equal(false)
  })

  it('begins at 0 and survives thresholds that are equal or 0', () => {
    expect(at(-5)).to.equal(0)
    expect(scalePosition(0, 0, 0).percent).to.be.within(0, 100)
    expect(scalePosition(3, 2, 2).percent).to.be.within(0, 100)
  })
})
