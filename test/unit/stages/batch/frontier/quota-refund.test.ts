import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { unavailable } from '#shared/errors.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import { startQuotaRefunds } from '#stages/batch/frontier/quota-refund.ts'
import { eventually } from '#test/contract/eventually.ts'
import { completionsOf, startCrawl } from '#test/contract/frontier/batch-scene.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { openStoreFixture, type StoreFixture } from '../store-fixture.ts'

const quota = { key: 'k', limit: 100 }
const createdAt = Date.parse('2026-01-02T23:59:00Z')

describe('unused pages of a crawl', () => {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())

  const crawl = (id: string, pages: number) => startCrawl(fixture, id, pages, { quota, createdAt })
  const finish = async () =>
    fixture.frontier.complete(completionsOf((await fixture.frontier.dispatch(10)).dispatches))

  it('are given back to the day on which they were counted', async () => {
    const database = openDatabase(':memory:')
    const store = sqliteResultStore({ database })
    await consumeItems(store, quota, 10, createdAt)
    await crawl('a', 2)
    await finish()
    const stop = startQuotaRefunds({
      frontier: fixture.frontier,
      store,
      logger: silentLog,
      intervalMs: 1,
    })
    await eventually(async () => (await consumeItems(store, quota, 0, createdAt)).remaining === 98)
    await stop()
    expect((await consumeItems(store, quota, 0, createdAt + 120_000)).remaining).to.equal(100)
    await store.close()
    database.close()
  })

  it('are given back once, although processes take them again that know nothing of each other', async () => {
    const database = openDatabase(':memory:')
    const store = sqliteResultStore({ database })
    await consumeItems(store, quota, 30, createdAt)
    const unused = (batch: string) => ({ batch, quota, items: 8, at: createdAt })
    let turns = 0
    const frontier = { takeUnusedQuotas: async () => (++turns < 3 ? [unused('a'), unused('b')] : []) }
    const stops = [1, 2].map(() => startQuotaRefunds({ frontier, store, logger: silentLog, intervalMs: 1 }))
    await eventually(() => turns > 6)
    await Promise.all(stops.map((stop) => stop()))
    expect((await consumeItems(store, quota, 0, createdAt)).remaining).to.equal(86)
    await store.close()
    database.close()
  })

  it('go on to be given back when the store comes back after the claim', async () => {
    const database = openDatabase(':memory:')
    const store = sqliteResultStore({ database })
    await consumeItems(store, quota, 10, createdAt)
    await crawl('a', 2)
    await finish()
    let isFirst = true
    const claim: typeof store.claim = async (...given) => {
      const stored = await store.claim(...given)
      if (isFirst) {
        isFirst = false
        throw unavailable('store')
      }
      return stored
    }
    const flaky = { claim, increment: store.increment }
    const options = { frontier: fixture.frontier, store: flaky, logger: silentLog, intervalMs: 1 }
    const stop = startQuotaRefunds(options)
    await eventually(async () => (await consumeItems(store, quota, 0, createdAt)).remaining === 98)
    await stop()
    await store.close()
    database.close()
  })

  it('wait for an unavailable store, until it is stopped', async () => {
    await crawl('a', 2)
    await finish()
    let tries = 0
    const away = async () => {
      tries += 1
      throw unavailable('store')
    }
    const store = { claim: away, increment: away }
    const options = { frontier: fixture.frontier, store, logger: silentLog, intervalMs: 1 }
    const stop = startQuotaRefunds(options)
    await eventually(() => tries > 0)
    await stop()
    // Work that nobody waits for would fail now.
    await new Promise(setImmediate)
    expect(tries).to.equal(1)
  })
})
