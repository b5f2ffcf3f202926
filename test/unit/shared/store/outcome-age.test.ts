import { expect } from 'chai'
import { isOutcomeStored } from '#shared/store/outcome-age.ts'

describe('isOutcomeStored', () => {
  const agoMs = (ms: number) => Date.now() - ms

  it('is true for a minute at most, and for half of the time that the store keeps outcomes', () => {
    expect(isOutcomeStored(agoMs(50_000), 900)).to.equal(true)
    expect(isOutcomeStored(agoMs(61_000), 900)).to.equal(false)
    expect(isOutcomeStored(agoMs(4000), 10)).to.equal(true)
    expect(isOutcomeStored(agoMs(6000), 10)).to.equal(false)
  })
})
