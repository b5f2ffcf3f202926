import { expect } from 'chai'
import type { ApiKey, LimitName, Plan } from '#gateway/access/api-keys.ts'
import { makeQuotas, type Quotas } from '#gateway/access/quotas.ts'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type DrivenStore, storeOfEachTest } from '../../support/store-of-each-test.ts'

type Owner = Pick<ApiKey, 'id' | 'plan' | 'limits'>
const owner = (plan: Plan, limits: Owner['limits'] = {}, id = 'abcdefgh'): Owner => ({ id, plan, limits })

/** 2026-02-28T23:59:58.500Z: 1772323200 (1 March 2026, 00:00 UTC) less 1.5 s. */
const LATE = 1_772_323_200_000 - 1500
const NEXT_MIDNIGHT = 1_772_323_200

describe('quotas', () => {
  let store: DrivenStore['store']
  storeOfEachTest((made) => {
    store = made.store
  })

  async function granted(quotas: Quotas, key: Owner, operation: LimitName, calls: number): Promise<number> {
    const counted = await Promise.all(Array.from({ length: calls }, () => quotas.consume(key, operation)))
    return counted.filter((one) => one?.isGranted).length
  }

  const contract: [Plan, LimitName, number][] = [
    ['free', 'snapshot', 50],
    ['free', 'performance', 50],
    ['free', 'metadata', 100],
    ['free', 'seo-audit', 100],
    ['pro', 'snapshot', 5000],
    ['pro', 'performance', 5000],
    ['pro', 'metadata', 10_000],
    ['pro', 'seo-audit', 10_000],
    ['free', 'thumbnail', 1000],
    ['pro', 'thumbnail', 50_000],
  ]
  for (const [plan, operation, limit] of contract) {
    it(`limits ${plan} to ${limit} calls of ${operation} a day`, async () => {
      const quotas = makeQuotas(store)
      expect(await quotas.consume(owner(plan), operation)).to.include({ limit, remaining: limit - 1 })
      await quotas.consume(owner(plan), operation, limit - 3)
      expect(await granted(quotas, owner(plan), operation, 10)).to.equal(2)
    })
  }

  it('does not limit enterprise, whose calls wait for no count', async () => {
    const broken = () => Promise.reject(new Error('broken'))
    const stuck = () => new Promise<never>(() => {})
    for (const increment of [broken, stuck])
      expect(await makeQuotas({ ...store, increment }).consume(owner('enterprise'), 'snapshot')).to.equal(
        null,
      )
  })

  it('prefers the limit of the key itself, for its operation', async () => {
    const quotas = makeQuotas(store)
    const own = { metadata: 3 }
    expect(await granted(quotas, owner('enterprise', own), 'metadata', 10)).to.equal(3)
    expect(await quotas.consume(owner('enterprise', own), 'snapshot')).to.equal(null)
    expect(await quotas.consume(owner('free', { snapshot: 7000 }, 'other'), 'snapshot')).to.include({
      limit: 7000,
    })
  })

  it('allows nothing with a limit of 0', async () => {
    const quotas = makeQuotas(store)
    for (let call = 0; call < 3; call++) {
      const counted = await quotas.consume(owner('enterprise', { metadata: 0 }), 'metadata')
      expect(counted).to.include({ isGranted: false, limit: 0, remaining: 0 })
    }
  })

  it('counts down to 0 and stays there', async () => {
    const quotas = makeQuotas(store)
    const seen: [boolean | undefined, number | undefined][] = []
    for (let call = 0; call < 5; call++) {
      const counted = await quotas.consume(owner('free', { metadata: 3 }), 'metadata')
      seen.push([counted?.isGranted, counted?.remaining])
    }
    expect(seen).to.deep.equal([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ])
  })

  it('grants nothing more of a spent quota, whatever becomes of its counter in the store', async () => {
    let isLost = false
    const increment: typeof store.increment = (...args) =>
      isLost ? Promise.reject(new Error('was asked')) : store.increment(...args)
    const quotas = makeQuotas({ ...store, increment })
    expect(await granted(quotas, owner('free', { metadata: 3 }), 'metadata', 3)).to.equal(3)
    isLost = true
    expect(await quotas.consume(owner('free', { metadata: 3 }), 'metadata')).to.include({ isGranted: false })
  })

  it('counts keys and operations separately', async () => {
    const quotas = makeQuotas(store)
    const limits = { metadata: 2, snapshot: 2 }
    expect(await granted(quotas, owner('free', limits, 'one'), 'metadata', 5)).to.equal(2)
    expect(await granted(quotas, owner('free', limits, 'one'), 'snapshot', 5)).to.equal(2)
    expect(await granted(quotas, owner('free', limits, 'two'), 'metadata', 5)).to.equal(2)
  })

  it('restarts with the next UTC day, whatever was rejected before', async () => {
    let now = LATE
    const quotas = makeQuotas(store, { now: () => now })
    const key = owner('free', { metadata: 2 })
    expect(await granted(quotas, key, 'metadata', 10)).to.equal(2)
    expect(await quotas.consume(key, 'metadata')).to.deep.equal({
      isGranted: false,
      limit: 2,
      remaining: 0,
      reset: NEXT_MIDNIGHT,
      resetAfter: 2,
    })
    now = LATE + 1499
    expect(await quotas.consume(key, 'metadata')).to.include({ isGranted: false, resetAfter: 1 })
    now = LATE + 1500
    expect(await quotas.consume(key, 'metadata')).to.deep.equal({
      isGranted: true,
      limit: 2,
      remaining: 1,
      reset: NEXT_MIDNIGHT + 86_400,
      resetAfter: 86_400,
    })
  })

  it('keeps a counter longer than its day, with an expiry', async () => {
    const lifetimes: number[] = []
    const increment: ResultStore['increment'] = (key, by, ttlSeconds) => {
      lifetimes.push(ttlSeconds)
      return store.increment(key, by, ttlSeconds)
    }
    await makeQuotas({ ...store, increment }).consume(owner('free'), 'metadata')
    expect(lifetimes).to.have.length(1)
    expect(lifetimes[0]).to.be.within(30 * 86_400 + 1, 40 * 86_400)
  })

  it('allows more when the limit is raised during the day; rejected calls did not count', async () => {
    const quotas = makeQuotas(store)
    for (let call = 0; call < 20; call++) await quotas.consume(owner('free', { metadata: 2 }), 'metadata')
    const raised = await quotas.consume(owner('free', { metadata: 5 }), 'metadata')
    expect(raised).to.include({ isGranted: true, remaining: 2 })
  })

  it('tells what was used of each limit today, and counts nothing', async () => {
    let now = LATE
    const quotas = makeQuotas(store, { now: () => now, batchItems: { free: 1000 } })
    const key = owner('free', { snapshot: 2 })
    for (let call = 0; call < 5; call++) await quotas.consume(key, 'snapshot')
    await quotas.consume(key, 'batch', 30)
    await quotas.refund(key, 'batch', 10)
    const expected = {
      snapshot: { limit: 2, used: 2 },
      metadata: { limit: 100, used: 0 },
      performance: { limit: 50, used: 0 },
      'seo-audit': { limit: 100, used: 0 },
      batch: { limit: 1000, used: 20 },
      thumbnail: { limit: 1000, used: 0 },
    }
    const days = [{ date: '2026-02-28', used: { snapshot: 2, batch: 20 } }]
    for (let time = 0; time < 2; time++)
      expect(await quotas.usage(key)).to.deep.equal({
        quotas: expected,
        days,
        resetsAt: NEXT_MIDNIGHT * 1000,
      })
    now = LATE + 1500
    const { quotas: next, resetsAt } = await quotas.usage(key)
    expect([next.snapshot, resetsAt]).to.deep.equal([{ limit: 2, used: 0 }, (NEXT_MIDNIGHT + 86_400) * 1000])
  })

  it('counts calls of a key without limits as well, and gives back what it did not use', async () => {
    let now = LATE
    const quotas = makeQuotas(store, { now: () => now })
    const key = owner('enterprise', { batch: 5 })
    // Calls do not wait for their counts. The store takes them in order.
    const counted = () => store.increment('last:', 1, 60)
    for (let call = 0; call < 3; call++) await quotas.consume(key, 'metadata')
    await quotas.consume(key, 'snapshot', 40)
    await quotas.refund(key, 'snapshot', 30)
    await quotas.consume(key, 'performance', 0)
    await quotas.consume(key, 'batch', 4)
    await counted()
    const { quotas: today } = await quotas.usage(key)
    expect(today).to.deep.equal({
      snapshot: { limit: null, used: 10 },
      metadata: { limit: null, used: 3 },
      performance: { limit: null, used: 0 },
      'seo-audit': { limit: null, used: 0 },
      batch: { limit: 5, used: 4 },
      thumbnail: { limit: null, used: 0 },
    })
    now = LATE + 1500
    await quotas.consume(key, 'thumbnail')
    await counted()
    expect((await quotas.usage(key)).days).to.deep.equal([
      { date: '2026-02-28', used: { snapshot: 10, metadata: 3, batch: 4 } },
      { date: '2026-03-01', used: { thumbnail: 1 } },
    ])
  })

  it('tells days of the last 30 alone, and reads them in one round trip', async () => {
    let now = LATE
    let reads = 0
    const getMany: ResultStore['getMany'] = (keys) => {
      reads += 1
      return store.getMany(keys)
    }
    const quotas = makeQuotas({ ...store, getMany }, { now: () => now })
    const key = owner('pro')
    await quotas.consume(key, 'metadata')
    now = LATE + 29 * 86_400_000
    expect((await quotas.usage(key)).days).to.deep.equal([{ date: '2026-02-28', used: { metadata: 1 } }])
    now = LATE + 30 * 86_400_000
    expect([(await quotas.usage(key)).days, reads]).to.deep.equal([[], 2])
  })

  it('counts batch items of every key, those without a limit up to the highest number that parts exchange', () => {
    const quotas = makeQuotas(store, { batchItems: { free: 1000 } })
    expect(quotas.itemQuota(owner('free'))).to.deep.equal({ key: 'abcdefgh', limit: 1000 })
    // The largest value of a uint32 in proto/batches.proto.
    expect(quotas.itemQuota(owner('enterprise'))).to.deep.equal({ key: 'abcdefgh', limit: 4_294_967_295 })
  })

  it('rejects while the store is unavailable', async () => {
    const away = { ...store, increment: () => Promise.reject(unavailable('store')) }
    expect(isUnavailable(await rejectionOf(makeQuotas(away).consume(owner('free'), 'metadata')))).to.equal(
      true,
    )
  })
})
