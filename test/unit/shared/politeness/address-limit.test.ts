import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { unavailable } from '#shared/errors.ts'
import { type AddressLimit, type AddressPermit, makeAddressLimit } from '#shared/politeness/address-limit.ts'
import type { Permits, ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const X = '192.0.2.1'
/** A release has reached the store. */
const RELEASE_MS = 50

describe('AddressLimit', () => {
  const clock = driveClockInEachTest()
  let database: Database
  let stores: ResultStore[]
  let commands: string[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    ;[stores, commands] = [[], []]
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    database.close()
  })

  /** As a process of its own has it: it shares nothing with others but the store. */
  function limit(places: number): AddressLimit {
    const store = sqliteResultStore({ database })
    stores.push(store)
    const noted: Permits = {
      acquirePermit(...given) {
        commands.push('acquire')
        return store.acquirePermit(...given)
      },
      releasePermits(...given) {
        commands.push('giveBack')
        return store.releasePermits(...given)
      },
    }
    return makeAddressLimit(noted, places, async () => X)
  }
  async function placeOf(limited: AddressLimit, host = 'a.example'): Promise<AddressPermit> {
    const taken = await limited.acquire(X, host)
    if ('retryAfterMs' in taken) throw new Error(`no place for ${taken.retryAfterMs} ms`)
    return taken.permit
  }
  const isFull = async (limited: AddressLimit) => 'retryAfterMs' in (await limited.acquire(X, 'b.example'))

  it('gives permits up to the limit, over all processes and hosts, and again after a release', async () => {
    const [here, there] = [limit(2), limit(2)]
    const first = await placeOf(here, 'a.example')
    await placeOf(there, 'b.example')
    for (const one of [here, there]) expect(await isFull(one)).to.equal(true)
    first.release()
    await clock.pass(RELEASE_MS)
    expect([await isFull(there), await isFull(here)]).to.deep.equal([false, true])
  })

  it('separates addresses, and does not limit hosts without one', async () => {
    const here = limit(1)
    await placeOf(here)
    expect('permit' in (await here.acquire('192.0.2.2', 'a.example'))).to.equal(true)
    for (let times = 0; times < 3; times++)
      expect('permit' in (await here.acquire(null, 'a.example'))).to.equal(true)
    expect(here.waitMs(null, 'a.example')).to.equal(0)
  })

  it('takes one command for requests one after the other at a low utilization', async () => {
    const here = limit(64)
    for (let request = 0; request < 100; request++) {
      ;(await placeOf(here)).release()
      await null
    }
    expect(commands).to.deep.equal(['acquire'])
    expect(JSON.parse((await stores[0]?.get(`address:${X}`)) ?? '[]').length).to.equal(1)
  })

  it('takes one command for each concurrent request at a low utilization, including releases', async () => {
    const here = limit(64)
    for (let round = 0; round < 10; round++) {
      const permits = await Promise.all(Array.from({ length: 8 }, () => placeOf(here)))
      for (const permit of permits) permit.release()
      await clock.pass(1)
    }
    expect(commands).to.deep.equal(Array(8).fill('acquire'))
  })

  it('does not ask the store again for a moment when no permit is free', async () => {
    const here = limit(1)
    await placeOf(here)
    expect(here.waitMs(X, 'b.example')).to.equal(0)
    await isFull(here)
    expect(here.waitMs(X, 'c.example')).to.be.within(1, 200)
    await clock.pass(200)
    expect(here.waitMs(X, 'c.example')).to.equal(0)
  })

  it('releases a permit once', async () => {
    const [here, there] = [limit(1), limit(1)]
    const place = await placeOf(here)
    place.release()
    await clock.pass(RELEASE_MS)
    expect(await isFull(there)).to.equal(false)
    place.release()
    await clock.pass(RELEASE_MS)
    expect(await isFull(here)).to.equal(true)
  })

  it('rejects while the store is unavailable', async () => {
    const away = { acquirePermit: () => Promise.reject(unavailable('store')), releasePermits: async () => {} }
    const here = makeAddressLimit(away, 1, async () => X)
    expect(await rejectionOf(here.acquire(X, 'a.example'))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
