import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { LeaseResult, Leases } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

const HOUR_MS = 3_600_000

/** The leases of the ResultStore contract: two instances of this process, and one as in another process. */
export function leasesContract(instances: () => [Leases, Leases, Leases], clock: StoreClock): void {
  describe('leases', () => {
    let one: Leases
    let other: Leases
    let elsewhere: Leases
    let key: string

    beforeEach(() => {
      ;[one, other, elsewhere] = instances()
      key = `turn:${randomUUID()}`
    })

    const restOf = (leased: LeaseResult) => (typeof leased === 'object' ? leased.restMs : Number.NaN)

    it('belong to one holder, for every instance, until it releases them', async () => {
      expect(await one.acquireLease(key, 'a', HOUR_MS)).to.equal('mine')
      expect(await other.acquireLease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await elsewhere.acquireLease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await one.releaseLease(key, 'a', 0)).to.equal(true)
      expect(await elsewhere.acquireLease(key, 'b', HOUR_MS)).to.equal('mine')
      expect(await one.acquireLease(key, 'a', HOUR_MS)).to.equal('held')
    })

    it('are separate for different keys', async () => {
      expect(await one.acquireLease(`${key}:1`, 'a', HOUR_MS)).to.equal('mine')
      expect(await one.acquireLease(`${key}:2`, 'b', HOUR_MS)).to.equal('mine')
    })

    it('have one winner among 100 callers of three instances', async () => {
      const takers = Array.from({ length: 100 }, (_, index) =>
        ([one, other, elsewhere][index % 3] ?? one).acquireLease(key, `taker ${index}`, HOUR_MS),
      )
      const answers = await Promise.all(takers)
      expect(answers.filter((answer) => answer === 'mine')).to.have.length(1)
      expect(answers.filter((answer) => answer === 'held')).to.have.length(99)
    })

    it('are renewed by their holder through any instance', async () => {
      expect(await one.acquireLease(key, 'a', 1500)).to.equal('mine')
      for (let times = 0; times < 4; times++) {
        await clock.pass(500)
        expect(await elsewhere.acquireLease(key, 'a', 1500)).to.equal('mine')
      }
      expect(await other.acquireLease(key, 'b', 300)).to.equal('held')
    })

    it('expire when their holder is gone, not before', async () => {
      await one.acquireLease(key, 'a', 1000)
      expect(await other.acquireLease(key, 'b', HOUR_MS)).to.equal('held')
      await clock.expiry(1000, async () => (await elsewhere.acquireLease(key, 'b', HOUR_MS)) === 'mine')
      expect(await one.releaseLease(key, 'a', HOUR_MS)).to.equal(false)
      expect(await one.acquireLease(key, 'a', 400)).to.equal('held')
    })

    it('can be blocked for milliseconds after their release, for everybody', async () => {
      await one.acquireLease(key, 'a', HOUR_MS)
      const began = Date.now()
      expect(await one.releaseLease(key, 'a', 1000)).to.equal(true)
      const left = [
        await elsewhere.acquireLease(key, 'b', HOUR_MS),
        await one.acquireLease(key, 'a', HOUR_MS),
      ].map(restOf)
      for (const ms of left) expect(ms).to.be.within(1, 1001)
      for (;;) {
        const leased = await other.acquireLease(key, 'c', HOUR_MS)
        if (leased === 'mine') break
        expect(restOf(leased)).to.be.within(1, 1001)
        await clock.pass(1)
      }
      expect(Date.now() - began).to.be.at.least(1000)
    })

    it('report the remaining time of a block', async () => {
      await one.acquireLease(key, 'a', HOUR_MS)
      await one.releaseLease(key, 'a', HOUR_MS)
      await clock.pass(50)
      expect(restOf(await other.acquireLease(key, 'b', 10))).to.be.within(HOUR_MS - 30_000, HOUR_MS - 40)
    })

    it('are not changed by others than their holder', async () => {
      expect(await one.releaseLease(key, 'a', HOUR_MS)).to.equal(false)
      expect(await one.acquireLease(key, 'a', HOUR_MS)).to.equal('mine')
      expect(await other.releaseLease(key, 'b', 0)).to.equal(false)
      expect(await other.acquireLease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await one.releaseLease(key, 'a', HOUR_MS)).to.equal(true)
      expect(await one.releaseLease(key, 'a', 0)).to.equal(false)
      expect(restOf(await one.acquireLease(key, 'a', HOUR_MS))).to.be.above(1000)
    })

    it('reject a duration that is not a whole number of milliseconds', async () => {
      for (const ms of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(await rejectionOf(one.acquireLease(key, 'a', ms))).to.be.instanceOf(RangeError)
        expect(await rejectionOf(one.releaseLease(key, 'a', ms))).to.be.instanceOf(RangeError)
      }
      expect(await rejectionOf(one.acquireLease(key, 'a', 0))).to.be.instanceOf(RangeError)
      expect(await one.acquireLease(key, 'b', 1)).to.equal('mine')
    })
  })
}
