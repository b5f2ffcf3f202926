import { Metadata } from '@grpc/grpc-js'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { fromThrottledStatus, toThrottledStatus } from '#shared/rpc/lookups/throttled-status.ts'

describe('a turn that has not come, over gRPC', () => {
  it('arrives as it was sent, in whole milliseconds', () => {
    const told = fromThrottledStatus(toThrottledStatus(new ThrottledError(1234.5)))
    expect(told).to.be.instanceOf(ThrottledError).and.include({ retryAfterMs: 1235 })
  })

  it('says whose turn it is, where that is known', () => {
    const told = fromThrottledStatus(toThrottledStatus(new ThrottledError(5, 'shop.example')))
    expect(told).to.include({ hostGroup: 'shop.example' })
    expect(fromThrottledStatus(toThrottledStatus(new ThrottledError(5)))).to.include({ hostGroup: null })
  })

  it('is nothing else', () => {
    expect(fromThrottledStatus({ metadata: new Metadata() })).to.equal(null)
  })
})
