import { expect } from 'chai'
import { makeAddressLimit, noAddressLimit } from '#shared/politeness/address-limit.ts'
import type { HostPolicy } from '#shared/politeness/cooldown.ts'
import { makeHostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { AcquireResult, HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter, type PolitenessRules } from '#shared/politeness/store-host-rate-limiter.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fine, storesOfEachTest } from '../stores-of-each-test.ts'

const SHOP_A = 'http://a.example.com/x'
const SHOP_B = 'https://b.example.com:8443/y'
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }
const policy: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 0,
  maxFailures: 2,
  maxRestMs: 60_000,
  maxTrials: 1,
}

describe('hosts of one group', () => {
  const clock = driveClockInEachTest()
  const newStore = storesOfEachTest()

  /** As another process has them. */
  const byDomain = (own: Partial<HostPolicy> = {}) => {
    const rules: PolitenessRules = {
      hostGroups: makeHostGroups('domain', async () => null),
      addressLimit: noAddressLimit,
    }
    return makeHostRateLimiter(newStore(), { ...policy, ...own }, rules)
  }
  async function visit(url: string, how: HostResponse, own: Partial<HostPolicy> = {}): Promise<void> {
    const taken = await byDomain(own).acquire(url)
    if (!('permit' in taken)) throw new Error(`no turn: ${JSON.stringify(taken)}`)
    await taken.permit.release(how)
  }
  const waitOf = (taken: AcquireResult) => ('retryAfterMs' in taken ? taken.retryAfterMs : Number.NaN)

  it('share one permit, over all processes', async () => {
    const first = await byDomain().acquire(SHOP_A)
    if (!('permit' in first)) throw new Error('no turn')
    const second = await byDomain().acquire(SHOP_B)
    expect(waitOf(second)).to.equal(50)
    expect(second).to.include({ hostGroup: 'example.com' })
    expect('permit' in (await byDomain().acquire('http://a.example.org/'))).to.equal(true)
    await first.permit.release(fine)
    // The process of the first may keep it for a second.
    await clock.pass(1000)
    await visit(SHOP_B, fine)
  })

  for (const [what, how] of [
    ['too many requests (429)', { ...fine, status: 429, retryAfterMs: 5000 }],
    ['a slow answer', { ...fine, responseMs: 1000 }],
    ['a crawl-delay', { ...fine, crawlDelayMs: 5000 }],
  ] as const) {
    it(`share a cooldown after ${what}`, async () => {
      await visit(SHOP_A, how, { BATCH_HOST_DELAY_MS: 100 })
      const taken = await byDomain().acquire(SHOP_B)
      expect(waitOf(taken)).to.be.within(5000, 5001)
      expect(taken).to.include({ hostGroup: 'example.com' })
    })
  }

  it('have no shared cooldown when one of them answers 503: that host has one, for all processes', async () => {
    await visit(SHOP_A, { ...fine, status: 503, retryAfterMs: 30_000 })
    const taken = await byDomain().acquire(SHOP_A)
    expect(waitOf(taken)).to.be.within(30_000, 30_001)
    expect(taken).to.include({ hostGroup: 'a.example.com' })
    await visit(SHOP_B, fine)
  })

  it('have no shared cooldown and no open circuit when one of them fails', async () => {
    const [free, rest] = [{ maxFailures: 2 }, { maxRestMs: 3000 }]
    await visit(SHOP_A, failed, free)
    await visit(SHOP_A, failed, { ...free, ...rest })
    expect(waitOf(await byDomain().acquire(SHOP_A))).to.be.within(3000, 3001)
    await visit(SHOP_B, fine)
    await clock.pass(3001)
    await visit(SHOP_A, fine)
  })

  it('have circuits of their own', async () => {
    const hasty = { maxFailures: 1, maxTrials: 1, maxRestMs: 1000 }
    await visit(SHOP_A, failed, hasty)
    await clock.pass(1001)
    await visit(SHOP_A, failed, hasty)
    expect('circuitOpen' in (await byDomain(hasty).acquire(SHOP_A))).to.equal(true)
    await visit(SHOP_B, fine, hasty)
  })

  describe('at an address with a limit', () => {
    const limited = (limit: number) => {
      const store = newStore()
      const addressLimit = makeAddressLimit(store, limit, async () => '192.0.2.1')
      return makeHostRateLimiter(store, policy, { hostGroups: singleHostGroups, addressLimit })
    }

    it('wait for a permit of the address, and release their own meanwhile', async () => {
      const taken = await limited(1).acquire(SHOP_A)
      if (!('permit' in taken)) throw new Error('no turn')
      const waits = await limited(1).acquire(SHOP_B)
      expect(waitOf(waits)).to.be.within(1, 200)
      expect(waits).to.include({ hostGroup: 'b.example.com' })
      // By another limit there is room: the host's turn is free.
      const second = await limited(2).acquire(SHOP_B)
      if (!('permit' in second)) throw new Error('no turn')
      await second.permit.release(fine)
      await taken.permit.release(fine)
      await clock.pass(1000)
      expect('permit' in (await limited(1).acquire(SHOP_B))).to.equal(true)
    })
  })
})
