import { expect } from 'chai'
import { encodePoliteness } from '#shared/messages/politeness.ts'
import type { HostPolicy } from '#shared/politeness/cooldown.ts'
import type { AcquireResult, HostPermit, HostRateLimiter } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fine, storesOfEachTest } from '../stores-of-each-test.ts'

const URL_A = 'http://a.example/x'
const policy: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 4,
  BATCH_HOST_DELAY_MS: 0,
  maxFailures: 100,
  maxTrials: 100,
}

function work(batch: string, own: Partial<BatchPoliteness>) {
  const politeness = { delayMs: null, concurrency: null, isUnthrottled: false, ...own }
  return { batch, politeness: encodePoliteness(politeness) }
}

const hasPermit = (result: AcquireResult) => 'permit' in result

describe('manners of a batch', () => {
  const clock = driveClockInEachTest()
  const newStore = storesOfEachTest()
  /** As another process has them. */
  const limiter = (changed: Partial<HostPolicy> = {}) =>
    makeHostRateLimiter(newStore(), { ...policy, ...changed })

  /** The next permit, and after how long by the driven clock. */
  async function soon(from: HostRateLimiter, of = {}): Promise<{ permit: HostPermit; afterMs: number }> {
    const began = clock.now()
    for (let times = 0; times < 3000; times++) {
      const result = await from.acquire(URL_A, of)
      if ('permit' in result) return { permit: result.permit, afterMs: clock.now() - began }
      await clock.pass('retryAfterMs' in result ? result.retryAfterMs : 1000)
    }
    throw new Error('no permit in 3000 times')
  }

  /** The waits between the end of a request and the start of the next one. */
  async function gaps(from: readonly HostRateLimiter[], of: object, requests: number): Promise<number[]> {
    const found: number[] = []
    for (let n = 0; n < requests; n++) {
      const { permit, afterMs } = await soon(from[n % from.length] as HostRateLimiter, of)
      await permit.release(fine)
      found.push(afterMs)
    }
    return found.slice(1)
  }

  it('keep its delay between its requests, in whatever process they are', async () => {
    const slow = work('slow', { delayMs: 700 })
    expect(Math.min(...(await gaps([limiter()], slow, 4)))).to.be.at.least(700)
    expect(
      Math.min(...(await gaps([limiter(), limiter()], work('two', { delayMs: 700 }), 4))),
    ).to.be.at.least(700)
    expect(Math.max(...(await gaps([limiter()], work('none', { concurrency: 4 }), 4)))).to.equal(0)
  })

  it('do not slow requests of others, and those do not shorten its delay', async () => {
    const [here, there] = [limiter(), limiter()]
    const slow = work('slow', { delayMs: 5000 })
    await (await soon(here, slow)).permit.release(fine)
    expect(Math.max(...(await gaps([here, there], {}, 6)))).to.equal(0)
    expect(Math.max(...(await gaps([here, there], work('quick', { delayMs: 0 }), 6)))).to.equal(0)
    for (const process of [here, there]) expect(hasPermit(await process.acquire(URL_A, slow))).to.equal(false)
    await clock.pass(5000)
    expect((await soon(there, slow)).afterMs).to.be.at.most(1000)
  })

  it('never shorten the delay of the installation, nor add permits', async () => {
    const least = { BATCH_HOST_DELAY_MS: 1000, BATCH_HOST_CONCURRENCY: 1 }
    const eager = work('eager', { delayMs: 0, concurrency: 8 })
    const from = limiter(least)
    expect(Math.min(...(await gaps([from], eager, 3)))).to.be.at.least(1000)
    await clock.pass(1000)
    await soon(from, eager)
    expect(hasPermit(await from.acquire(URL_A, eager))).to.equal(false)
  })

  it('limit its requests at a time below the installation, where others have their own', async () => {
    const from = limiter()
    const one = work('one', { concurrency: 1 })
    expect(hasPermit(await from.acquire(URL_A, one))).to.equal(true)
    expect(await from.acquire(URL_A, one)).to.include({ hostGroup: 'a.example one' })
    expect(hasPermit(await from.acquire(URL_A, work('other', { concurrency: 1 })))).to.equal(true)
    expect(hasPermit(await from.acquire(URL_A))).to.equal(true)
  })

  it('space the starts of requests at a time', async () => {
    const from = limiter()
    const two = work('two', { delayMs: 800, concurrency: 2 })
    await soon(from, two)
    expect((await soon(from, two)).afterMs).to.be.at.least(800)
    // Both are under way.
    await clock.pass(5000)
    expect(hasPermit(await from.acquire(URL_A, two))).to.equal(false)
  })

  it('are ignored without a batch, and where they are not understood', async () => {
    const from = limiter()
    for (const unknown of [{ politeness: 'delay=5000' }, { batch: 'b', politeness: 'x' }])
      expect(Math.max(...(await gaps([from], unknown, 3)))).to.equal(0)
  })

  describe('of a key that is unthrottled', () => {
    const strict = { BATCH_HOST_DELAY_MS: 1000, BATCH_HOST_CONCURRENCY: 1 }
    const own = work('own', { delayMs: 0, concurrency: 3, isUnthrottled: true })
    const overloaded = { ...fine, status: 503, retryAfterMs: 20_000 }

    it('take the place of those of the installation', async () => {
      const from = limiter(strict)
      expect(Math.max(...(await gaps([from], own, 5)))).to.equal(0)
      const taken = await Promise.all([1, 2, 3, 4].map(() => from.acquire(URL_A, own)))
      expect(taken.map(hasPermit)).to.deep.equal([true, true, true, false])
      // The permits of others are theirs.
      expect(hasPermit(await from.acquire(URL_A))).to.equal(true)
    })

    it('may be more careful', async () => {
      const careful = work('careful', { delayMs: 3000, isUnthrottled: true })
      expect(Math.min(...(await gaps([limiter(strict)], careful, 3)))).to.be.at.least(3000)
    })

    it('rest as long as a Retry-After says, in every process', async () => {
      const [here, there] = [limiter(strict), limiter(strict)]
      await (await soon(here, own)).permit.release(overloaded)
      for (const process of [here, there])
        expect(hasPermit(await process.acquire(URL_A, own))).to.equal(false)
      expect((await soon(there, own)).afterMs).to.be.at.least(19_999)
    })

    it('keep the Crawl-delay of robots.txt, however long the host took', async () => {
      const from = limiter(strict)
      await (await soon(from, own)).permit.release({ ...fine, responseMs: 4000, crawlDelayMs: 2000 })
      const { permit, afterMs } = await soon(from, own)
      expect(afterMs).to.be.within(1999, 2100)
      await permit.release({ ...fine, responseMs: 4000 })
      expect((await soon(from, own)).afterMs).to.equal(0)
    })
  })
})
