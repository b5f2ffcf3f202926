import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { LeaseResult, Leases } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

const HOUR_MS = 3_600_000
const SHORT_MS = 300

/** The leases of the ResultStore contract: two instances of this process, and one as in another process. */
export function leasesContract(instances: () => [Leases, Leases, Leases], clock: StoreClock): void {
  let one: Leases
  let other: Leases
  let elsewhere: Leases
  before(() => {
    ;[one, other, elsewhere] = instances()
  })

  describe('leases', () => {
    let key: string
    beforeEach(() => {
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

    clock.it('are renewed by their holder through any instance', async (own) => {
      expect(await one.acquireLease(own, 'a', SHORT_MS)).to.equal('mine')
      expect(await elsewhere.acquireLease(own, 'a', HOUR_MS)).to.equal('mine')
      await clock.pass(SHORT_MS)
      expect(await other.acquireLease(own, 'b', HOUR_MS)).to.equal('held')
    })

    clock.it('expire when their holder is gone, not before', async (own) => {
      const taken = async () => (await elsewhere.acquireLease(own, 'b', HOUR_MS)) === 'mine'
      await clock.life(SHORT_MS, () => one.acquireLease(own, 'a', SHORT_MS), taken)
      expect(await one.releaseLease(own, 'a', HOUR_MS)).to.equal(false)
      expect(await one.acquireLease(own, 'a', HOUR_MS)).to.equal('held')
    })

    clock.it('can be blocked for milliseconds after their release, for everybody', async (own) => {
      await one.acquireLease(own, 'a', HOUR_MS)
      const released = async () => expect(await one.releaseLease(own, 'a', SHORT_MS)).to.equal(true)
      const free = async () => (await other.acquireLease(own, 'c', HOUR_MS)) === 'mine'
      await clock.life(SHORT_MS, released, free)
    })

    clock.it('report the remaining time of a block to everybody, the last holder too', async (own) => {
      await one.acquireLease(own, 'a', HOUR_MS)
      const began = Math.floor(await clock.now())
      await one.releaseLease(own, 'a', HOUR_MS)
      const blocked = await clock.now()
      await clock.pass(SHORT_MS)
      for (const [instance, holder] of [
        [elsewhere, 'b'],
        [one, 'a'],
      ] as const) {
        const before = Math.floor(await clock.now())
        const rest = restOf(await instance.acquireLease(own, holder, HOUR_MS))
        const after = await clock.now()
        expect(rest).to.be.within(HOUR_MS - (after - began) - 1, HOUR_MS - (before - blocked) + 1)
      }
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
