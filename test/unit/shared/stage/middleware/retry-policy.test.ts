import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { retryDelayMs } from '#shared/stage/middleware/retry-policy.ts'

describe('retries', () => {
  const delayOf = (error: unknown, count: number, lane: 'batch' | 'interactive' = 'batch', beganMsAgo = 0) =>
    retryDelayMs(3, { lane }, error, { count, startedAt: performance.now() - beganMsAgo })

  it('tries a defect three times, each time later', () => {
    const defect = new Error('a defect')
    const [first, second, third] = [0, 1, 2].map((count) => delayOf(defect, count))
    expect(first).to.be.above(0)
    expect(second).to.be.above(first ?? 0)
    expect(third).to.equal(null)
  })

  it('never tries again what failed for a reason of the target', () => {
    expect(delayOf(new Failure('URL_UNREACHABLE', 'no'), 0)).to.equal(null)
  })

  it('comes back when the target asks for it, as often as a step is tried', () => {
    const later = new RetryAfterError(new Failure('URL_UNREACHABLE', 'busy'), 1234)
    expect([0, 1, 2, 3].map((count) => delayOf(later, count))).to.deep.equal([1234, 1234, 1234, null])
  })

  it('waits for an inner service as long as batch may wait, and a caller for a second', () => {
    expect(delayOf(unavailable('store'), 500)).to.be.within(1, 5000)
    expect(delayOf(unavailable('store'), 0, 'interactive')).to.be.within(1, 1000)
    expect(delayOf(unavailable('store'), 0, 'interactive', 2000)).to.equal(null)
  })
})
