import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Leased, Leases } from '#shared/ports/result-store.ts'
import { eventually, rejectionOf } from './eventually.ts'

const HOUR_MS = 3_600_000

/** The turns' part of the ResultStore contract: two instances of this process, and one as in another process. */
export function leasesContract(instances: () => [Leases, Leases, Leases]): void {
  describe('turns', () => {
    let one: Leases
    let other: Leases
    let elsewhere: Leases
    let key: string

    beforeEach(() => {
      ;[one, other, elsewhere] = instances()
      key = `turn:${randomUUID()}`
    })

    const restOf = (leased: Leased) => (typeof leased === 'object' ? leased.restMs : Number.NaN)

    it('are one holder’s, for every instance, until it gives them back', async () => {
      expect(await one.lease(key, 'a', HOUR_MS)).to.equal('mine')
      expect(await other.lease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await elsewhere.lease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await one.rest(key, 'a', 0)).to.equal(true)
      expect(await elsewhere.lease(key, 'b', HOUR_MS)).to.equal('mine')
      expect(await one.lease(key, 'a', HOUR_MS)).to.equal('held')
    })

    it('are apart for different keys', async () => {
      expect(await one.lease(`${key}:1`, 'a', HOUR_MS)).to.equal('mine')
      expect(await one.lease(`${key}:2`, 'b', HOUR_MS)).to.equal('mine')
    })

    it('have one winner among 100 who ask three instances at the same time', async () => {
      const takers = Array.from({ length: 100 }, (_, index) =>
        ([one, other, elsewhere][index % 3] ?? one).lease(key, `taker ${index}`, HOUR_MS),
      )
      const answers = await Promise.all(takers)
      expect(answers.filter((answer) => answer === 'mine')).to.have.length(1)
      expect(answers.filter((answer) => answer === 'held')).to.have.length(99)
    })

    it('are renewed by who holds them, whichever instance it asks', async () => {
      expect(await one.lease(key, 'a', 300)).to.equal('mine')
      for (let times = 0; times < 4; times++) {
        await sleep(100)
        expect(await elsewhere.lease(key, 'a', 300)).to.equal('mine')
      }
      expect(await other.lease(key, 'b', 300)).to.equal('held')
    })

    it('are free again when their holder is gone, not before', async () => {
      await one.lease(key, 'a', 400)
      expect(await other.lease(key, 'b', HOUR_MS)).to.equal('held')
      await eventually(async () => (await elsewhere.lease(key, 'b', HOUR_MS)) === 'mine')
      expect(await one.rest(key, 'a', HOUR_MS)).to.equal(false)
      expect(await one.lease(key, 'a', 400)).to.equal('held')
    })

    it('rest for milliseconds after they were given back, for everybody', async () => {
      await one.lease(key, 'a', HOUR_MS)
      const began = performance.now()
      expect(await one.rest(key, 'a', 250)).to.equal(true)
      const left = [await elsewhere.lease(key, 'b', HOUR_MS), await one.lease(key, 'a', HOUR_MS)].map(restOf)
      for (const ms of left) expect(ms).to.be.within(1, 251)
      for (;;) {
        const leased = await other.lease(key, 'c', HOUR_MS)
        if (leased === 'mine') break
        expect(restOf(leased)).to.be.within(1, 251)
        await sleep(1)
      }
      expect(performance.now() - began).to.be.at.least(250)
    })

    it('tell how long a rest still lasts', async () => {
      await one.lease(key, 'a', HOUR_MS)
      await one.rest(key, 'a', HOUR_MS)
      await sleep(50)
      expect(restOf(await other.lease(key, 'b', 10))).to.be.within(HOUR_MS - 30_000, HOUR_MS - 40)
    })

    it('are not changed by whoever does not hold them', async () => {
      expect(await one.rest(key, 'a', HOUR_MS)).to.equal(false)
      expect(await one.lease(key, 'a', HOUR_MS)).to.equal('mine')
      expect(await other.rest(key, 'b', 0)).to.equal(false)
      expect(await other.lease(key, 'b', HOUR_MS)).to.equal('held')
      expect(await one.rest(key, 'a', HOUR_MS)).to.equal(true)
      expect(await one.rest(key, 'a', 0)).to.equal(false)
      expect(restOf(await one.lease(key, 'a', HOUR_MS))).to.be.above(1000)
    })

    it('take whole milliseconds alone: anything else is a mistake of the caller', async () => {
      for (const ms of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(await rejectionOf(one.lease(key, 'a', ms))).to.be.instanceOf(RangeError)
        expect(await rejectionOf(one.rest(key, 'a', ms))).to.be.instanceOf(RangeError)
      }
      expect(await rejectionOf(one.lease(key, 'a', 0))).to.be.instanceOf(RangeError)
      expect(await one.lease(key, 'b', 1)).to.equal('mine')
    })
  })
}
