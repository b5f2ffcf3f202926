import { expect } from 'chai'
import {
  cooldownAfter,
  failureWindowSeconds,
  type HostPolicy,
  isCircuitOpen,
} from '#shared/politeness/cooldown.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'

/** The documented defaults. */
const manners: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 1000,
  BATCH_HOST_DELAY_MAX_MS: 30_000,
  BATCH_HOST_FAILURES: 5,
  BATCH_HOST_REST_MAX_MS: 300_000,
  BATCH_HOST_TRIALS: 5,
  BATCH_HOST_GIVE_UP_SECONDS: 3600,
}
const fine: HostResponse = {
  responseMs: 50,
  status: 200,
  retryAfterMs: null,
  crawlDelayMs: null,
  isFailed: false,
}
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }
const ownSite = { ...manners, BATCH_HOST_DELAY_MS: 0 }

describe('rests', () => {
  const rest = (visit: Partial<HostResponse>, more: Partial<HostPolicy> = {}) =>
    cooldownAfter({ ...fine, ...visit }, 0, { ...manners, ...more })

  it('last a second at least', () => {
    expect(rest({})).to.equal(1000)
    expect(rest({ crawlDelayMs: 300, responseMs: 200 })).to.equal(1000)
    expect(rest({ responseMs: null })).to.equal(1000)
  })

  it('last five times as long as the answer took, and as long as a crawl-delay asks for, within 30 s', () => {
    expect(rest({ responseMs: 700.3 })).to.equal(3502)
    expect(rest({ crawlDelayMs: 8000 })).to.equal(8000)
    expect(rest({ responseMs: 3000, crawlDelayMs: 8000 })).to.equal(15_000)
    expect(rest({ responseMs: 9000 })).to.equal(30_000)
    expect(rest({ crawlDelayMs: 86_400_000 })).to.equal(30_000)
  })

  it('are never below the delay that was set, be it above that most', () => {
    expect(rest({ crawlDelayMs: 8000 }, { BATCH_HOST_DELAY_MS: 60_000 })).to.equal(60_000)
    expect(rest({ status: 429 }, { BATCH_HOST_DELAY_MS: 400_000 })).to.equal(400_000)
  })

  it('of one’s own site are none', () => {
    expect(cooldownAfter({ ...fine, responseMs: 4000, crawlDelayMs: 9000 }, 0, ownSite)).to.equal(0)
    expect(cooldownAfter(failed, 1, ownSite)).to.equal(0)
  })

  for (const status of [429, 503]) {
    it(`last as long as the Retry-After of a ${status} asks for, within 5 minutes`, () => {
      expect(rest({ status, retryAfterMs: 120_000 })).to.equal(120_000)
      expect(rest({ status, retryAfterMs: 0 })).to.equal(1000)
      expect(rest({ status, retryAfterMs: 86_400_000 })).to.equal(300_000)
      expect(cooldownAfter({ ...fine, status, retryAfterMs: 2000 }, 0, ownSite)).to.equal(2000)
    })

    it(`last ten times as long after a ${status} that does not ask, 10 s at least`, () => {
      expect(rest({ status })).to.equal(10_000)
      expect(rest({ status, crawlDelayMs: 4000 })).to.equal(40_000)
      expect(cooldownAfter({ ...fine, status }, 0, ownSite)).to.equal(10_000)
    })
  }

  it('don’t mind a Retry-After of other answers', () => {
    expect(rest({ status: 301, retryAfterMs: 120_000 })).to.equal(1000)
  })

  it('grow from 10 s to 5 minutes with each failure from the fifth in a row on', () => {
    const seconds = Array.from({ length: 10 }, (_, index) => cooldownAfter(failed, index + 1, manners) / 1000)
    expect(seconds).to.deep.equal([1, 1, 1, 1, 10, 20, 40, 80, 160, 300])
    expect(cooldownAfter(failed, 5, ownSite)).to.equal(10_000)
    expect(cooldownAfter(failed, 5000, manners)).to.equal(300_000)
  })

  it('end with giving up after five failed trials', () => {
    expect([1, 5, 9, 10, 11].map((failures) => isCircuitOpen(failures, manners))).to.deep.equal([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('are remembered for as long as giving up may take', () => {
    expect(failureWindowSeconds(manners)).to.be.at.least((10 * 300_000) / 1000)
    expect(Number.isSafeInteger(failureWindowSeconds({ ...manners, BATCH_HOST_REST_MAX_MS: 1001 }))).to.equal(
      true,
    )
  })
})
