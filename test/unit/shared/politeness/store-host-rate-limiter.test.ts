import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { HostPolicy } from '#shared/politeness/cooldown.ts'
import type {
  AcquireResult,
  HostPermit,
  HostRateLimiter,
  HostResponse,
} from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fine, storesOfEachTest } from './stores-of-each-test.ts'

const URL_A = 'http://a.example/x'
const failed: HostResponse = { ...fine, responseMs: null, status: null, isFailed: true }
const quick: HostPolicy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 0,
  maxFailures: 100,
  maxRestMs: 1000,
  maxTrials: 100,
}

function turnOf(taken: AcquireResult): HostPermit {
  if (!('permit' in taken)) throw new Error(`no turn: ${JSON.stringify(taken)}`)
  return taken.permit
}
const waitOf = (taken: AcquireResult) => ('retryAfterMs' in taken ? taken.retryAfterMs : Number.NaN)

describe('HostRateLimiter', () => {
  const clock = driveClockInEachTest()
  const newStore = storesOfEachTest()

  /** The permit, and after how long: another process may keep a free one for a moment. */
  async function turnSoon(limiter: HostRateLimiter): Promise<{ permit: HostPermit; afterMs: number }> {
    const began = clock.now()
    for (let times = 0; times < 1000; times++) {
      const taken = await limiter.acquire(URL_A)
      if (!('retryAfterMs' in taken)) return { permit: turnOf(taken), afterMs: clock.now() - began }
      await clock.pass(taken.retryAfterMs)
    }
    throw new Error('no turn in 1000 times')
  }

  /** As another process has them: it shares nothing with others but the store. */
  function turns(policy: Partial<HostPolicy> = {}, changed: Partial<ResultStore> = {}) {
    const store = newStore()
    return makeHostRateLimiter({ ...store, ...changed }, { ...quick, ...policy })
  }

  it('gives the permit of a host to one holder at a time, over all processes and URLs', async () => {
    const [here, there] = [turns(), turns()]
    const turn = turnOf(await here.acquire(URL_A))
    for (const other of [here, there]) {
      for (const url of [URL_A, 'https://A.example:8443/y'])
        expect(waitOf(await other.acquire(url))).to.equal(50)
    }
    turnOf(await there.acquire('http://b.example/'))
    await turn.release(fine)
    await turnSoon(there)
  })

  it('gives permits up to the limit, each with its own cooldown', async () => {
    const [here, there] = [turns({ BATCH_HOST_CONCURRENCY: 3 }), turns({ BATCH_HOST_CONCURRENCY: 3 })]
    const first = turnOf(await here.acquire(URL_A))
    const second = turnOf(await there.acquire(URL_A))
    const third = turnOf(await here.acquire(URL_A))
    expect(waitOf(await there.acquire(URL_A))).to.be.above(0)
    await second.release({ ...fine, status: 429, retryAfterMs: 1000 })
    expect(waitOf(await there.acquire(URL_A))).to.be.within(1, 50)
    await first.release(fine)
    await turnSoon(there)
    await third.release(fine)
  })

  it('applies a cooldown after the response, and answers its time to all', async () => {
    const policy = { BATCH_HOST_DELAY_MS: 2000 }
    const [here, there] = [turns(policy), turns(policy)]
    const turn = turnOf(await here.acquire(URL_A))
    await turn.release(fine)
    for (const one of [here, there]) expect(waitOf(await one.acquire(URL_A))).to.equal(2000)
    expect((await turnSoon(there)).afterMs).to.be.at.least(2000)
  })

  it('retries a taken permit when its request may be over, not when it would expire', async () => {
    const policy = { maxRestMs: 300_000 }
    const here = turns(policy)
    turnOf(await here.acquire(URL_A))
    for (const one of [here, turns(policy)]) expect(waitOf(await one.acquire(URL_A))).to.be.within(1, 200)
    expect(waitOf(await turns({ ...policy, BATCH_HOST_DELAY_MS: 2000 }).acquire(URL_A))).to.equal(2000)
  })

  it('waits for the first free of several permits', async () => {
    const policy = { BATCH_HOST_CONCURRENCY: 2, maxRestMs: 300_000 }
    const here = turns(policy)
    const [first] = [turnOf(await here.acquire(URL_A)), turnOf(await here.acquire(URL_A))]
    await first.release({ ...fine, status: 503, retryAfterMs: 60_000 })
    for (const one of [here, turns(policy)]) expect(waitOf(await one.acquire(URL_A))).to.be.within(1, 200)
  })

  it('keeps the permit of a dead process for the minimum delay at least', async () => {
    const leased: number[] = []
    const store = newStore()
    const acquireLease: ResultStore['acquireLease'] = (key, holder, ttlMs) => {
      leased.push(ttlMs)
      return store.acquireLease(key, holder, ttlMs)
    }
    turnOf(await turns({ BATCH_HOST_DELAY_MS: 60_000 }, { acquireLease }).acquire(URL_A))
    expect(leased).to.deep.equal([60_000])
  })

  it('releases a permit once: a late release does not affect the next holder', async () => {
    const here = turns()
    const turn = turnOf(await here.acquire(URL_A))
    await turn.release(fine)
    turnOf(await here.acquire(URL_A))
    await turn.release({ ...fine, status: 503 })
    expect(waitOf(await turns().acquire(URL_A))).to.be.below(1000)
  })

  describe('with a host that fails', () => {
    const policy = { maxFailures: 2, maxTrials: 1, maxRestMs: 1000 }
    /** The rest after failures is long enough to be seen. */
    const patient = { ...policy, maxRestMs: 4000 }
    const visit = async (how: HostResponse, own = policy) => {
      const { permit } = await turnSoon(turns(own))
      await permit.release(how)
    }

    it('has no cooldown of failures after a single failure', async () => {
      await visit(failed)
      expect('permit' in (await turns(policy).acquire(URL_A))).to.equal(true)
    })

    it('has one from the second consecutive failure on', async () => {
      for (let count = 0; count < 2; count++) await visit(failed, patient)
      expect(waitOf(await turns(patient).acquire(URL_A))).to.be.within(4000, 4001)
    })

    it('has none when a success comes between two failures', async () => {
      await visit(failed)
      await visit(fine)
      await visit(failed)
      expect('permit' in (await turns(policy).acquire(URL_A))).to.equal(true)
    })

    it('keeps counting when a request in between was aborted without a response', async () => {
      for (const how of [failed, { ...fine, status: null, responseMs: null }, failed])
        await visit(how, patient)
      expect(waitOf(await turns(patient).acquire(URL_A))).to.be.within(4000, 4001)
    })

    it('opens the circuit for all after the last trial, and the failure says why', async () => {
      for (let count = 0; count < 3; count++) await visit(failed)
      for (const one of [turns(policy), turns(policy)]) {
        const taken = await one.acquire(URL_A)
        if (!('circuitOpen' in taken)) throw new Error('it is tried all the same')
        expect(taken.circuitOpen).to.include({ code: 'URL_UNREACHABLE' })
        expect(taken.circuitOpen.details).to.deep.include({ url: URL_A, reason: 'host_given_up' })
      }
      turnOf(await turns(policy).acquire('http://b.example/'))
    })

    it('closes the circuit after its time', async () => {
      const short = { ...policy, maxTrials: 1, giveUpSeconds: 60 }
      for (let count = 0; count < 3; count++) await visit(failed, short)
      await clock.pass(59_999)
      expect('circuitOpen' in (await turns(short).acquire(URL_A))).to.equal(true)
      await clock.pass(1)
      turnOf(await turns(short).acquire(URL_A))
    })
  })

  describe('while the store is unavailable', () => {
    const away = () => Promise.reject(unavailable('store'))

    it('gives no permit, and releases partly acquired ones', async () => {
      for (const method of ['acquireLease', 'get'] as const) {
        const refusal = await rejectionOf(turns({}, { [method]: away }).acquire(URL_A))
        expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' })
        await (await turnSoon(turns())).permit.release(fine)
      }
    })

    it('gives permits to the same process once the store is available', async () => {
      let isAway = true
      const store = newStore()
      const get: ResultStore['get'] = (key) => (isAway ? away() : store.get(key))
      const here = makeHostRateLimiter({ ...store, get }, quick)
      await rejectionOf(here.acquire(URL_A))
      isAway = false
      turnOf(await here.acquire(URL_A))
    })

    it('releases without an error', async () => {
      const here = turns({}, { releaseLease: away, increment: away })
      await turnOf(await here.acquire(URL_A)).release(failed)
    })
  })
})
