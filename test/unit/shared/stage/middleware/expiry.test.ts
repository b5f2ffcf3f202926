import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import {
  expiredFailure,
  expiry,
  expirySignal,
  hasExpired,
  timeLeft,
} from '#shared/stage/middleware/expiry.ts'
import type { Attempt } from '#shared/stage/middleware.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { attemptOf } from '../attempt.ts'

const SECOND = 1000
const DAY_MS = 86_400_000

describe('expiry', () => {
  const clock = driveClockInEachTest()
  const attemptIn = (ms: number | null, headers: Record<string, string> = {}): Attempt => {
    const attempt = attemptOf(['one', 'batch', { headers }])
    const expiresAt = ms === null ? null : Date.now() + ms
    return { ...attempt, inspection: { ...attempt.inspection, expiresAt } }
  }
  const rejectionOf = (attempt: Attempt, error: unknown) =>
    expiry(() => Promise.reject(error))(attempt).catch((reason: unknown) => reason)

  it('is that of the deadline', () => {
    expect(timeLeft(attemptIn(null).inspection)).to.equal(Number.POSITIVE_INFINITY)
    expect(timeLeft(attemptIn(-SECOND).inspection)).to.equal(0)
    expect(timeLeft(attemptIn(SECOND).inspection)).to.equal(SECOND)
    const expired = [null, -SECOND, SECOND].map((ms) => hasExpired(attemptIn(ms).inspection))
    expect(expired).to.deep.equal([false, true, false])
  })

  it('makes any error of an expired inspection its TIMEOUT', async () => {
    for (const error of [new Error('x'), unavailable('store'), new Failure('URL_UNREACHABLE', 'no')])
      expect(await rejectionOf(attemptIn(-SECOND), error)).to.include({ name: 'Failure', code: 'TIMEOUT' })
  })

  it('leaves errors and effects of others as they are', async () => {
    const error = new Error('x')
    expect(await rejectionOf(attemptIn(SECOND), error)).to.equal(error)
    expect(await rejectionOf(attemptIn(null), error)).to.equal(error)
    const effect = { next: [] }
    expect(await expiry(async () => effect)(attemptIn(-SECOND))).to.equal(effect)
  })

  it('names the time from the event, or from its record, to the deadline', () => {
    const deadline = Date.parse('2026-01-02T03:04:12.5Z')
    const detailsOf = (headers: Record<string, string>, expiresAt: number | null) => {
      const attempt = attemptIn(null, headers)
      return expiredFailure({ ...attempt, inspection: { ...attempt.inspection, expiresAt } }).details
    }
    const url = 'http://shop.example/page'
    const made = { ce_time: '2026-01-02T03:04:02.5Z' }
    expect(detailsOf(made, deadline)).to.deep.equal({ url, timeout_ms: 10_000 })
    // The record is of 03:04:05.
    expect(detailsOf({}, deadline)).to.deep.equal({ url, timeout_ms: 7500 })
    expect(detailsOf({ ce_time: 'soon' }, deadline)).to.deep.equal({ url, timeout_ms: 7500 })
    expect(detailsOf(made, deadline - 60_000)).to.deep.equal({ url, timeout_ms: 0 })
    expect(detailsOf(made, null)).to.deep.equal({ url, timeout_ms: 0 })
  })

  it('aborts the signal just after the deadline, and never without one', async () => {
    const signals = [200, null].map((ms) => expirySignal(attemptIn(ms).inspection))
    const aborted = () => signals.map((signal) => signal.aborted)
    await clock.pass(200)
    expect(aborted()).to.deep.equal([false, false])
    // By every clock: they count whole milliseconds.
    await clock.pass(1)
    expect(aborted()).to.deep.equal([true, false])
    await clock.pass(90 * DAY_MS)
    expect(aborted()).to.deep.equal([true, false])
  })

  it('accepts deadlines that no timer of Node.js can wait for', async () => {
    const signal = expirySignal(attemptIn(90 * DAY_MS).inspection)
    await clock.pass(20 * DAY_MS)
    expect(signal.aborted).to.equal(false)
  })
})
