import { expect } from 'chai'
import { makeSuspectLimit } from '#shared/consumer/poison-pills/suspect-limit.ts'

describe('SuspectLimit', () => {
  it('limits concurrent suspects, and lets an exclusive one wait for the others', () => {
    const suspectLimit = makeSuspectLimit(2)
    const [first, second] = [suspectLimit.tryAcquire(false), suspectLimit.tryAcquire(false)]
    expect([suspectLimit.tryAcquire(false), suspectLimit.tryAcquire(true)]).to.deep.equal([null, null])
    first?.()
    expect(suspectLimit.tryAcquire(true)).to.equal(null)
    second?.()
    expect(suspectLimit.tryAcquire(true)).to.be.a('function')
    expect(suspectLimit.tryAcquire(false)).to.equal(null)
  })
})
