import { expect } from 'chai'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

/** How long the values of the ResultStore contract live: two instances of this process, and one as in another process. */
export function timeToLiveContract(
  instances: () => [ResultStore, ResultStore, ResultStore],
  clock: StoreClock,
): void {
  let store: ResultStore
  let elsewhere: ResultStore
  before(() => {
    ;[store, , elsewhere] = instances()
  })

  describe('time to live', () => {
    const isGone = async (key: string) => (await elsewhere.get(key)) === null

    clock.it('ends a value after its seconds, not before', async (key) => {
      await store.set(`${key}:long`, 'x', 60)
      const set = () => store.set(`${key}:short`, 'x', 1)
      await clock.life(1000, set, () => isGone(`${key}:short`))
      expect(await store.getMany([`${key}:short`, `${key}:long`])).to.deep.equal([null, 'x'])
      expect(await store.entries(`${key}:`)).to.deep.equal([[`${key}:long`, 'x']])
    })

    clock.it('counts from the last write; null never ends', async (key) => {
      await store.set(key, 'old', 1)
      await store.set(key, 'new', null)
      await clock.pass(1000)
      expect(await store.get(key)).to.equal('new')
    })

    clock.it('ends a claim: others succeed then, not before', async (key) => {
      const claimed = async () => (await elsewhere.claim(key, 'second', 60)) === 'second'
      await clock.life(1000, () => store.claim(key, 'first', 1), claimed)
      expect(await store.get(key)).to.equal('second')
    })

    clock.it('never ends a claim without seconds', async (key) => {
      await store.claim(key, 'first', null)
      await clock.pass(1000)
      expect(await store.claim(key, 'second', 1)).to.equal('first')
    })

    clock.it('is set by a replacement, which replaces no value that has ended', async (key) => {
      await store.set(key, 'one', null)
      const replaced = async () => expect(await store.compareAndSet(key, 'one', 'two', 1)).to.equal(true)
      await clock.life(1000, replaced, () => isGone(key))
      expect(await store.compareAndSet(key, 'two', 'three', 60)).to.equal(false)
    })

    clock.it('ends a value before it is deleted', async (key) => {
      await store.set(key, 'one', 1)
      await clock.pass(1000)
      expect(await store.compareAndDelete(key, 'one')).to.equal(false)
    })

    clock.it('ends a number after the seconds of the first caller', async (key) => {
      // At once, since a machine may take a second between two calls.
      const added = () => Promise.all([store.increment(key, 7, 1), store.increment(key, 1, 60)])
      await clock.life(1000, added, () => isGone(key))
      expect(await store.increment(key, 2, 60)).to.equal(2)
    })

    clock.it('never ends a number that was set without seconds', async (key) => {
      await store.set(key, '1', null)
      expect(await store.increment(key, 1, 1)).to.equal(2)
      await clock.pass(1000)
      expect(await store.get(key)).to.equal('2')
    })

    clock.it('keeps a text of a group for at least its seconds, then ends it', async (key) => {
      const [short, long] = [`${key}:short`, `${key}:long`]
      await store.claimIn(long, '1', 'x', 60)
      await store.setIn(long, '2', 'x', 1)
      const set = () => store.setIn(short, '1', 'x', 1)
      await clock.life(1000, set, async () => (await elsewhere.getIn(short, '1')) === null)
      expect(await store.getIn(long, '1')).to.equal('x')
      expect(await store.claimIn(short, '1', 'new', 60)).to.equal('new')
    })

    clock.it('keeps the end of a member for at least its seconds, then forgets it', async (key) => {
      const [short, long] = [`${key}:short`, `${key}:long`]
      const end = (group: string, ttl: number) => store.endIn([{ group, member: 1, names: [] }], ttl)
      await end(long, 60)
      await clock.life(
        1000,
        () => end(short, 1),
        async () => !(await elsewhere.hasEndedIn(short, 1)),
      )
      expect(await store.hasEndedIn(long, 1)).to.equal(true)
      expect(await store.claimIn(short, '1', 'new', 60)).to.equal('new')
    })

    for (const ttl of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      it(`cannot be ${ttl}`, async () => {
        const key = `ttl:${ttl}`
        const calls = [
          store.set(key, 'x', ttl),
          store.claim(key, 'x', ttl),
          store.increment(key, 1, ttl),
          store.compareAndSet(key, 'x', 'x', ttl),
          store.setIn(key, '1', 'x', ttl),
          store.claimIn(key, '1', 'x', ttl),
          store.endIn([{ group: key, member: 1, names: [] }], ttl),
          store.reopenIn(key, 1, ttl),
        ]
        for (const error of await Promise.all(calls.map((call) => rejectionOf(call))))
          expect(error).to.be.instanceOf(RangeError)
        expect([await store.get(key), await store.getIn(key, '1')]).to.deep.equal([null, null])
      })
    }
  })
}
