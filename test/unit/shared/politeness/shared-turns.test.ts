import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { makeAddressLimit, unlimited } from '#shared/politeness/address-limit.ts'
import type { Taken, Visit } from '#shared/politeness/host-turns.ts'
import { hostUnits, makePoliteUnits } from '#shared/politeness/polite-units.ts'
import type { HostManners } from '#shared/politeness/rests.ts'
import { makeHostTurns, type PoliteRules } from '#shared/politeness/store-host-turns.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually } from '#test/contract/eventually.ts'

const SHOP_A = 'http://a.example.com/x'
const SHOP_B = 'https://b.example.com:8443/y'
const fine: Visit = { responseMs: 1, status: 200, retryAfterMs: null, crawlDelayMs: null, isFailed: false }
const failed: Visit = { ...fine, responseMs: null, status: null, isFailed: true }
const manners: HostManners = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 0,
  BATCH_HOST_DELAY_MAX_MS: 30_000,
  BATCH_HOST_FAILURES: 2,
  BATCH_HOST_REST_MAX_MS: 60_000,
  BATCH_HOST_TRIALS: 1,
  BATCH_HOST_GIVE_UP_SECONDS: 3600,
}

describe('hosts that take turns together', () => {
  let database: Database
  let stores: ResultStore[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    stores = []
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    database.close()
  })

  function newStore(): ResultStore {
    const store = sqliteResultStore({ database })
    stores.push(store)
    return store
  }
  /** As another process has them. */
  const byDomain = (own: Partial<HostManners> = {}) => {
    const rules: PoliteRules = { units: makePoliteUnits('domain', async () => null), addresses: unlimited }
    return makeHostTurns(newStore(), { ...manners, ...own }, rules)
  }
  async function visit(url: string, how: Visit, own: Partial<HostManners> = {}): Promise<void> {
    const taken = await byDomain(own).take(url)
    if (!('turn' in taken)) throw new Error(`no turn: ${JSON.stringify(taken)}`)
    await taken.turn.end(how)
  }
  const waitOf = (taken: Taken) => ('inMs' in taken ? taken.inMs : Number.NaN)

  it('have one turn, over all processes', async () => {
    const first = await byDomain().take(SHOP_A)
    if (!('turn' in first)) throw new Error('no turn')
    const second = await byDomain().take(SHOP_B)
    expect(waitOf(second)).to.be.within(1, 1000)
    expect(second).to.include({ of: 'example.com' })
    expect('turn' in (await byDomain().take('http://a.example.org/'))).to.equal(true)
    await first.turn.end(fine)
    expect('turn' in (await byDomain().take(SHOP_B))).to.equal(true)
  })

  for (const [what, how, least] of [
    ['too many requests (429)', { ...fine, status: 429, retryAfterMs: 5000 }, 4000],
    ['a slow answer', { ...fine, responseMs: 1000 }, 4000],
    ['a crawl-delay', { ...fine, crawlDelayMs: 5000 }, 4000],
  ] as const) {
    it(`rest together after ${what}`, async () => {
      await visit(SHOP_A, how, { BATCH_HOST_DELAY_MS: 100 })
      const taken = await byDomain().take(SHOP_B)
      expect(waitOf(taken)).to.be.within(least, 5001)
      expect(taken).to.include({ of: 'example.com' })
    })
  }

  it('do not rest because one of them is unavailable (503): that one does, for all processes', async () => {
    await visit(SHOP_A, { ...fine, status: 503, retryAfterMs: 30_000 })
    const taken = await byDomain().take(SHOP_A)
    expect(waitOf(taken)).to.be.within(20_000, 30_001)
    expect(taken).to.include({ of: 'a.example.com' })
    await visit(SHOP_B, fine)
  })

  it('do not rest, nor are given up, because one of them fails', async () => {
    const [free, rest] = [{ BATCH_HOST_FAILURES: 2 }, { BATCH_HOST_REST_MAX_MS: 1000 }]
    await visit(SHOP_A, failed, free)
    await visit(SHOP_A, failed, { ...free, ...rest })
    expect(waitOf(await byDomain().take(SHOP_A))).to.be.within(500, 1001)
    await visit(SHOP_B, fine)
    await eventually(async () => 'turn' in (await byDomain().take(SHOP_A)))
  })

  it('are given up one by one', async () => {
    const hasty = { BATCH_HOST_FAILURES: 1, BATCH_HOST_TRIALS: 1, BATCH_HOST_REST_MAX_MS: 1000 }
    for (let times = 0; times < 2; times++) {
      await eventually(() =>
        visit(SHOP_A, failed, hasty).then(
          () => true,
          () => false,
        ),
      )
    }
    expect('givenUp' in (await byDomain(hasty).take(SHOP_A))).to.equal(true)
    await visit(SHOP_B, fine, hasty)
  })

  describe('at one address with a limit', () => {
    const limited = (limit: number) => {
      const store = newStore()
      const addresses = makeAddressLimit(store, { limit, delayMs: 0 }, async () => '192.0.2.1')
      return makeHostTurns(store, manners, { units: hostUnits, addresses })
    }

    it('wait for a place of the address, and leave their turn free meanwhile', async () => {
      const taken = await limited(1).take(SHOP_A)
      if (!('turn' in taken)) throw new Error('no turn')
      const waits = await limited(1).take(SHOP_B)
      expect(waitOf(waits)).to.be.within(1, 200)
      expect(waits).to.include({ of: 'b.example.com' })
      // By another limit there is room: the host's turn is free.
      const second = await limited(2).take(SHOP_B)
      if (!('turn' in second)) throw new Error('no turn')
      await second.turn.end(fine)
      await taken.turn.end(fine)
      await eventually(async () => 'turn' in (await limited(1).take(SHOP_B)))
    })
  })
})
