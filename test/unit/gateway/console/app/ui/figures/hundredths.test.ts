import { expect } from 'chai'
import { fromHundredths, hundredths } from '#gateway/console/app/ui/figures/hundredths.ts'

describe('console: hundredths', () => {
  it('are whole, also where binary fractions are not exact', () => {
    expect(hundredths(0.29)).to.equal(29)
    expect(hundredths(47.83)).to.equal(4783)
    expect(hundredths(1.005 * 100)).to.equal(10_050)
  })

  it('are written with two places', () => {
    expect([4783, 5, 10_000, 0].map(fromHundredths)).to.deep.equal(['47.83', '0.05', '100.00', '0.00'])
  })
})
