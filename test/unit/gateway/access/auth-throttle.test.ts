import { expect } from 'chai'
import { type AuthThrottle, makeAuthThrottle } from '#gateway/access/auth-throttle.ts'
import { unavailable } from '#shared/errors.ts'
import { type DrivenStore, storeOfEachTest } from '../support/store-of-each-test.ts'

describe('auth-throttle', () => {
  let store: DrivenStore['store']
  let clock: DrivenStore['clock']
  storeOfEachTest((made) => {
    ;({ store, clock } = made)
  })

  /** How many of `times` successive failures are not blocked. */
  async function allowed(attempts: AuthThrottle, times: number, client = '192.0.2.1'): Promise<number> {
    let count = 0
    for (let time = 0; time < times; time++) if ((await attempts.recordFailure(client)) === null) count++
    return count
  }

  it('blocks a client from the 31st failure on, for a minute', async () => {
    const attempts = makeAuthThrottle(store, 30)
    expect(await allowed(attempts, 30)).to.equal(30)
    const reset = Math.ceil(Date.now() / 1000) + 60
    const rejection = await attempts.recordFailure('192.0.2.1')
    expect(rejection).to.deep.equal({ limit: 30, remaining: 0, reset, resetAfter: 60 })
    await clock.pass(50_000)
    expect((await attempts.recordFailure('192.0.2.1'))?.resetAfter).to.equal(10)
  })

  it('allows 30 failures again after that minute', async () => {
    const attempts = makeAuthThrottle(store, 30)
    await allowed(attempts, 40)
    await clock.pass(60_001)
    expect(await allowed(attempts, 40)).to.equal(30)
  })

  it('forgets a few failures after a minute', async () => {
    const attempts = makeAuthThrottle(store, 30)
    await allowed(attempts, 30)
    await clock.pass(60_001)
    expect(await allowed(attempts, 30)).to.equal(30)
  })

  it('blocks for a whole minute, also when the count began earlier', async () => {
    const attempts = makeAuthThrottle(store, 30)
    await allowed(attempts, 30)
    await clock.pass(40_000)
    expect(await allowed(attempts, 1)).to.equal(0)
    await clock.pass(55_000)
    expect(await allowed(attempts, 1)).to.equal(0)
    expect(await allowed(makeAuthThrottle(store, 30), 1), 'elsewhere').to.equal(0)
    await clock.pass(5001)
    expect(await allowed(attempts, 1)).to.equal(1)
  })

  it('counts each client separately', async () => {
    const attempts = makeAuthThrottle(store, 30)
    await allowed(attempts, 40, '192.0.2.1')
    expect(await allowed(attempts, 30, '192.0.2.2')).to.equal(30)
  })

  it('counts over all gateways, which end the block at the same time', async () => {
    const [one, other] = [makeAuthThrottle(store, 30), makeAuthThrottle(store, 30)]
    expect((await allowed(one, 20)) + (await allowed(other, 20))).to.equal(30)
    expect((await one.recordFailure('192.0.2.1'))?.reset).to.equal(
      (await other.recordFailure('192.0.2.1'))?.reset,
    )
  })

  it('counts simultaneous failures one by one', async () => {
    const attempts = makeAuthThrottle(store, 30)
    const recorded = await Promise.all(Array.from({ length: 100 }, () => attempts.recordFailure('192.0.2.1')))
    expect(recorded.filter((rejection) => rejection === null)).to.have.length(30)
  })

  it('reads the store no more while a client is blocked', async () => {
    let reads = 0
    const get = (key: string) => store.get(key).finally(() => reads++)
    const attempts = makeAuthThrottle({ ...store, get }, 30)
    await allowed(attempts, 31)
    expect(reads).to.equal(31)
    await allowed(attempts, 100)
    expect(reads).to.equal(31)
  })

  it('blocks very many clients, also those beyond the size of its cache', async () => {
    const attempts = makeAuthThrottle(store, 1)
    const clients = Array.from({ length: 10_050 }, (_, n) => `client ${n}`)
    for (let pass = 0; pass < 2; pass++)
      await Promise.all(clients.map((client) => attempts.recordFailure(client)))
    const third = await Promise.all(clients.map((client) => attempts.recordFailure(client)))
    expect(third.filter((rejection) => rejection === null)).to.have.length(0)
  }).timeout(30_000)

  it('blocks nobody while the store is unavailable', async () => {
    const away = () => Promise.reject(unavailable('store'))
    const attempts = makeAuthThrottle({ ...store, get: away, increment: away }, 1)
    expect(await allowed(attempts, 5)).to.equal(5)
  })

  it('passes other errors on', async () => {
    const broken = () => Promise.reject(new Error('a defect'))
    const attempts = makeAuthThrottle({ ...store, get: broken }, 1)
    expect(await attempts.recordFailure('192.0.2.1').catch(({ message }) => message)).to.equal('a defect')
  })
})
