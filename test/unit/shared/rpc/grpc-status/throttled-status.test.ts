import { Metadata } from '@grpc/grpc-js'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { fromThrottledStatus, toThrottledStatus } from '#shared/rpc/grpc-status.ts'

describe('ThrottledError over gRPC', () => {
  it('arrives as it was sent, in whole milliseconds', () => {
    const told = fromThrottledStatus(toThrottledStatus(new ThrottledError(1234.5)))
    expect(told).to.be.instanceOf(ThrottledError).and.include({ retryAfterMs: 1235 })
  })

  it('keeps the host group', () => {
    const told = fromThrottledStatus(toThrottledStatus(new ThrottledError(5, 'shop.example')))
    expect(told).to.include({ hostGroup: 'shop.example' })
    expect(fromThrottledStatus(toThrottledStatus(new ThrottledError(5)))).to.include({ hostGroup: null })
  })

  it('is null for any other status', () => {
    expect(fromThrottledStatus({ metadata: new Metadata() })).to.equal(null)
  })
})
