import { expect } from 'chai'
import { assertAccepted, errorOf, errorType } from '#shared/adapters/kafka/protocol/kafka-error.ts'

describe('the error of an answer', () => {
  it('is named as in the protocol, and none for 0', () => {
    expect(errorOf(0)).to.equal(null)
    expect(errorType(errorOf(3))).to.equal('UNKNOWN_TOPIC_OR_PARTITION')
    expect(errorType(new Error('other'))).to.equal(undefined)
  })

  it('is thrown where the answer must be accepted', () => {
    expect(() => assertAccepted(0)).not.to.throw()
    expect(() => assertAccepted(27))
      .to.throw()
      .with.property('type', 'REBALANCE_IN_PROGRESS')
  })
})
