import { expect } from 'chai'
import {
  cooldownAfter,
  failureWindowSeconds,
  type HostPolicy,
  isCircuitOpen,
  paceOf,
  restReason,
} from '#shared/politeness/cooldown.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'

/** The documented defaults. */
const policy: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 1000,
}
const fine: HostResponse = {
  responseMs: 50,
  status: 200,
  retryAfterMs: null,
  crawlDelayMs: null,
  isFailed: false,
}
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }
const ownSite = { ...policy, BATCH_HOST_DELAY_MS: 0 }

describe('cooldowns', () => {
  const rest = (visit: Partial<HostResponse>, more: Partial<HostPolicy> = {}) =>
    cooldownAfter({ ...fine, ...visit }, 0, { ...policy, ...more })

  it('last at least a second', () => {
    expect(rest({})).to.equal(1000)
    expect(rest({ crawlDelayMs: 300, responseMs: 200 })).to.equal(1000)
    expect(rest({ responseMs: null })).to.equal(1000)
  })

  it('last five times the response time, or the crawl-delay, up to 30 s', () => {
    expect(rest({ responseMs: 700.3 })).to.equal(3502)
    expect(rest({ crawlDelayMs: 8000 })).to.equal(8000)
    expect(rest({ responseMs: 3000, crawlDelayMs: 8000 })).to.equal(15_000)
    expect(rest({ responseMs: 9000 })).to.equal(30_000)
    expect(rest({ crawlDelayMs: 86_400_000 })).to.equal(30_000)
  })

  it('are never below the minimum delay, even when it exceeds the maximum', () => {
    expect(rest({ crawlDelayMs: 8000 }, { BATCH_HOST_DELAY_MS: 60_000 })).to.equal(60_000)
    expect(rest({ status: 429 }, { BATCH_HOST_DELAY_MS: 400_000 })).to.equal(400_000)
  })

  it('are 0 for one’s own site', () => {
    expect(cooldownAfter({ ...fine, responseMs: 4000, crawlDelayMs: 9000 }, 0, ownSite)).to.equal(0)
    expect(cooldownAfter(failed, 1, ownSite)).to.equal(0)
  })

  for (const status of [429, 503]) {
    it(`last as long as the Retry-After of a ${status}, up to 5 minutes`, () => {
      expect(rest({ status, retryAfterMs: 120_000 })).to.equal(120_000)
      expect(rest({ status, retryAfterMs: 0 })).to.equal(1000)
      expect(rest({ status, retryAfterMs: 86_400_000 })).to.equal(300_000)
      expect(cooldownAfter({ ...fine, status, retryAfterMs: 2000 }, 0, ownSite)).to.equal(2000)
    })

    it(`last ten times as long after a ${status} without a Retry-After, at least 10 s`, () => {
      expect(rest({ status })).to.equal(10_000)
      expect(rest({ status, crawlDelayMs: 4000 })).to.equal(40_000)
      expect(cooldownAfter({ ...fine, status }, 0, ownSite)).to.equal(10_000)
    })
  }

  it('ignore the Retry-After of other statuses', () => {
    expect(rest({ status: 301, retryAfterMs: 120_000 })).to.equal(1000)
  })

  it('grow from 10 s to 5 minutes from the fifth consecutive failure on', () => {
    const seconds = Array.from({ length: 10 }, (_, index) => cooldownAfter(failed, index + 1, policy) / 1000)
    expect(seconds).to.deep.equal([1, 1, 1, 1, 10, 20, 40, 80, 160, 300])
    expect(cooldownAfter(failed, 5, ownSite)).to.equal(10_000)
    expect(cooldownAfter(failed, 5000, policy)).to.equal(300_000)
  })

  it('open the circuit after five failed trials', () => {
    expect([1, 5, 9, 10, 11].map((failures) => isCircuitOpen(failures, policy))).to.deep.equal([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('count failures as consecutive as long as opening the circuit may take', () => {
    expect(failureWindowSeconds(policy)).to.be.at.least((10 * 300_000) / 1000)
    expect(Number.isSafeInteger(failureWindowSeconds({ ...policy, maxRestMs: 1001 }))).to.equal(true)
  })
})

describe('reasons of cooldowns', () => {
  for (const [response, failures, reason] of [
    [fine, 0, null],
    [{ ...fine, status: 500 }, 0, null],
    [{ ...fine, status: 503 }, 0, 'status_503'],
    [{ ...fine, status: 429 }, 0, 'status_429'],
    [{ ...fine, status: 503, retryAfterMs: 4000 }, 0, 'retry_after'],
    // No longer than the usual rest.
    [{ ...fine, status: 503, retryAfterMs: 900 }, 0, null],
    [failed, 4, null],
    [failed, 5, 'failures'],
    // 10 s for the status, 20 s for the failures.
    [{ ...fine, status: 503, isFailed: true }, 6, 'failures'],
    [{ ...fine, status: 503, retryAfterMs: 60_000, isFailed: true }, 6, 'retry_after'],
  ] as const) {
    it(`are ${reason} for ${response.status} and ${failures} failures`, () =>
      expect(restReason(response, failures, policy)).to.equal(reason))
  }

  it('name a pace that the site sets, or its slowness', () => {
    expect(paceOf(fine, policy)).to.equal(null)
    expect(paceOf({ ...fine, crawlDelayMs: 5000 }, policy)).to.deep.equal({
      reason: 'crawl_delay',
      delayMs: 5000,
    })
    expect(paceOf({ ...fine, responseMs: 2000 }, policy)).to.deep.equal({ reason: 'delay', delayMs: 10_000 })
    const both = { ...fine, crawlDelayMs: 5000, responseMs: 2000 }
    expect(paceOf(both, policy)).to.deep.equal({ reason: 'delay', delayMs: 10_000 })
    expect(paceOf({ ...fine, crawlDelayMs: 5000 }, ownSite)).to.equal(null)
  })
})
