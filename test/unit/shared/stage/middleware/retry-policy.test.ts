import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { retryDelayMs } from '#shared/stage/middleware/retry-policy.ts'

describe('retryDelayMs', () => {
  const delayOf = (error: unknown, count: number, lane: 'batch' | 'interactive' = 'batch', beganMsAgo = 0) =>
    retryDelayMs(3, { lane }, error, { count, startedAt: performance.now() - beganMsAgo })

  it('retries an unexpected error twice, with growing delays', () => {
    const defect = new Error('a defect')
    const [first, second, third] = [0, 1, 2].map((count) => delayOf(defect, count))
    expect(first).to.be.above(0)
    expect(second).to.be.above(first ?? 0)
    expect(third).to.equal(null)
  })

  it('never retries a failure', () => {
    expect(delayOf(new Failure('URL_UNREACHABLE', 'no'), 0)).to.equal(null)
  })

  it('retries after the delay that the target asks for, up to the maximum of attempts', () => {
    const later = new RetryAfterError(new Failure('URL_UNREACHABLE', 'busy'), 1234)
    expect([0, 1, 2, 3].map((count) => delayOf(later, count))).to.deep.equal([1234, 1234, 1234, null])
  })

  it('retries an unavailable service without end for batch, and for a second for a caller', () => {
    expect(delayOf(unavailable('store'), 500)).to.be.within(1, 5000)
    expect(delayOf(unavailable('store'), 0, 'interactive')).to.be.within(1, 1000)
    expect(delayOf(unavailable('store'), 0, 'interactive', 2000)).to.equal(null)
  })
})
