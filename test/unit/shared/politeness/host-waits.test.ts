import { expect } from 'chai'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostWaits } from '#shared/politeness/host-waits.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { fine } from './stores-of-each-test.ts'

const policy = {
  BATCH_HOST_CONCURRENCY: 4,
  BATCH_HOST_DELAY_MS: 10,
  maxRestMs: 600_000,
  maxFailures: 1,
  maxTrials: 1,
  giveUpSeconds: 900,
}

const url = 'http://a.test/x?y=1'
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }

describe('what hosts wait for', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  /** What is known of the host after these responses to the URL. */
  async function knownAfter(...responses: readonly HostResponse[]) {
    const limiter = makeHostRateLimiter(embedded.store, policy)
    for (const response of responses) {
      const acquired = await limiter.acquire(url)
      if (!('permit' in acquired)) throw new Error('no permit')
      await acquired.permit.release(response)
    }
    limiter.close()
    const [known] = await makeHostWaits(embedded.store).read(['a.test', 'b.test'])
    return known
  }

  for (const [reason, response, ms] of [
    ['retry_after', { ...fine, status: 503, retryAfterMs: 4000 }, 4000],
    ['retry_after', { ...fine, status: 429, retryAfterMs: 7000 }, 7000],
    ['status_503', { ...fine, status: 503 }, 10_000],
    ['status_429', { ...fine, status: 429 }, 10_000],
    ['failures', failed, 10_000],
  ] as const) {
    it(`is told after ${response.status} with Retry-After ${response.retryAfterMs}`, async () => {
      const { wait } = (await knownAfter({ ...response, batch: 'b1' })) ?? {}
      expect(wait).to.include({ reason, url, status: response.status, batch: 'b1' })
      expect((wait?.until ?? 0) - referenceNow()).to.be.within(1, ms)
    })
  }

  it('is nothing after good responses, and after one URL alone has refused', async () => {
    expect(await knownAfter(fine, { ...fine, status: 503 })).to.deep.equal({ wait: null, pace: null })
  })

  it('is the time for which a host is given up', async () => {
    const store = { ...embedded.store, acquireLease: async () => 'mine' as const }
    const limiter = makeHostRateLimiter(store, { ...policy, maxRestMs: 10 })
    for (let times = 0; times < 2; times++) {
      const acquired = await limiter.acquire(url)
      if (!('permit' in acquired)) throw new Error('no permit')
      await acquired.permit.release(failed)
    }
    const [known] = await makeHostWaits(embedded.store).read(['a.test'])
    expect(known?.wait).to.include({ reason: 'failures' })
    expect((known?.wait?.until ?? 0) - referenceNow()).to.be.within(11_000, 900_000)
  })

  it('is a pace that the site sets, or that its slowness does', async () => {
    expect((await knownAfter({ ...fine, crawlDelayMs: 5000 }))?.pace).to.deep.equal({
      reason: 'crawl_delay',
      delayMs: 5000,
    })
    const slow = makeHostWaits(embedded.store)
    slow.notePace(['slow.test'], { reason: 'delay', delayMs: 9000 })
    await eventually(async () => {
      const [known] = await slow.read(['slow.test'])
      return known?.pace?.reason === 'delay' && known.pace.delayMs === 9000
    })
  })
})
