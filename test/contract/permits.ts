import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Permits } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

const HOUR_MS = 3_600_000
const SHORT_MS = 300

/** The permits of the ResultStore contract: two instances of this process, and one as in another process. */
export function permitsContract(instances: () => [Permits, Permits, Permits], clock: StoreClock): void {
  let one: Permits
  let other: Permits
  let elsewhere: Permits
  before(() => {
    ;[one, other, elsewhere] = instances()
  })

  describe('permits', () => {
    let key: string
    beforeEach(() => {
      key = `permits:${randomUUID()}`
    })

    const acquire = (
      permits: Permits,
      holder: string,
      limit: number,
      ended: string[] = [],
      ttlMs = HOUR_MS,
    ) => permits.acquirePermit(key, holder, { limit, ttlMs, ended })

    it('are as many as the limit, for all instances together, and report how many are taken', async () => {
      expect(await acquire(one, 'a', 2)).to.deep.equal({ isMine: true, taken: 1 })
      expect(await acquire(elsewhere, 'b', 2)).to.deep.equal({ isMine: true, taken: 2 })
      expect(await acquire(other, 'c', 2)).to.deep.equal({ isMine: false, taken: 2 })
      expect(await acquire(other, 'c', 3)).to.deep.equal({ isMine: true, taken: 3 })
    })

    it('have as many winners as the limit among 100 callers of three instances', async () => {
      const takers = Array.from({ length: 100 }, (_, index) =>
        acquire([one, other, elsewhere][index % 3] ?? one, `taker ${index}`, 7),
      )
      const answers = await Promise.all(takers)
      expect(answers.filter(({ isMine }) => isMine)).to.have.length(7)
    })

    it('are available after their release, even while another one is acquired', async () => {
      await acquire(one, 'a', 1)
      await elsewhere.releasePermits(key, ['a'])
      expect(await acquire(other, 'b', 1)).to.deep.equal({ isMine: true, taken: 1 })
      const next = await acquire(one, 'c', 1, ['b'])
      expect(next).to.deep.equal({ isMine: true, taken: 1 })
    })

    clock.it('are renewed by their holder, and do not count twice', async (own) => {
      const asked = (permits: Permits, holder: string, ttlMs: number) =>
        permits.acquirePermit(own, holder, { limit: 1, ttlMs, ended: [] })
      await asked(one, 'a', SHORT_MS)
      expect(await asked(elsewhere, 'a', HOUR_MS)).to.deep.equal({ isMine: true, taken: 1 })
      await clock.pass(SHORT_MS)
      expect(await asked(one, 'a', HOUR_MS)).to.deep.equal({ isMine: true, taken: 1 })
      expect((await asked(other, 'b', HOUR_MS)).isMine).to.equal(false)
    })

    clock.it('expire when their holder is gone, not before', async (own) => {
      const asked = (permits: Permits, holder: string, ttlMs: number) =>
        permits.acquirePermit(own, holder, { limit: 2, ttlMs, ended: [] })
      await asked(one, 'b', HOUR_MS)
      const taken = async () => (await asked(elsewhere, 'c', HOUR_MS)).isMine
      await clock.life(SHORT_MS, () => asked(one, 'a', SHORT_MS), taken)
    })

    it('are not released by others than their holder', async () => {
      await acquire(one, 'a', 1)
      await one.releasePermits(key, ['b'])
      expect(await acquire(one, 'c', 2)).to.deep.equal({ isMine: true, taken: 2 })
    })

    it('leave nothing behind that affects another limit', async () => {
      for (const holder of ['a', 'b', 'c']) await acquire(one, holder, 3)
      await one.releasePermits(key, ['a', 'b', 'c'])
      expect(await acquire(one, 'd', 1)).to.deep.equal({ isMine: true, taken: 1 })
    })

    it('reject numbers that are not whole', async () => {
      for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(await rejectionOf(acquire(one, 'a', wrong))).to.be.instanceOf(RangeError)
        expect(await rejectionOf(acquire(one, 'a', 1, [], wrong))).to.be.instanceOf(RangeError)
      }
      expect(await rejectionOf(acquire(one, 'a', 0))).to.be.instanceOf(RangeError)
      expect((await acquire(one, 'b', 1)).isMine).to.equal(true)
    })
  })
}
