import { expect } from 'chai'
import { a, b } from '../batch-ids.ts'
import { completionsOf, dispatchedUrls, idOf, leases, numbered, startBatch } from '../batch-scene.ts'
import { deferredRecord } from '../deferred-record.ts'
import { LEASE_MS } from '../frontier-fixture.ts'
import { dispatchAll, dispatchBy, type PartsScene } from './parts-fixture.ts'

const SECOND_MS = 1000
/** A taking that was not appended for this long may be given to another part. */
const TAKE_OVER_MS = 10 * SECOND_MS
const hosts = (count: number, name = 'h') =>
  Array.from({ length: count }, (_, n) => `http://${name}${n}.example/`)

/** Which part is given which items. */
export function dispatchesOfPartsContract(store: PartsScene): void {
  describe('dispatches of several parts', () => {
    it('are each made once, whichever part takes it', async () => {
      const urls = hosts(300)
      await startBatch(store.first, a, urls)
      const given = (await dispatchAll(store.all, 7)).flat()
      expect(dispatchedUrls(given).toSorted()).to.deep.equal(urls.toSorted())
      expect(given.every(({ lease }) => lease === 1)).to.equal(true)
      expect((await store.third.frontier.status(a))?.counts).to.include({ waiting: 0, running: 300 })
    })

    it('keep the share of a host over all parts', async () => {
      await startBatch(store.first, a, [...numbered('big.example', 50), ...hosts(5)])
      const given = (await dispatchAll(store.all, 4)).flat()
      const big = dispatchedUrls(given).filter((url) => url.includes('big'))
      expect(big).to.have.length(2)
      const [one] = given.filter((some) => 'item' in some && some.item.parameters.url === big[0])
      await store.second.frontier.complete(completionsOf([one as never]))
      const next = (await dispatchAll(store.all, 4)).flat()
      expect(dispatchedUrls(next)).to.deep.equal(['http://big.example/3'])
    })

    it('take turns between the batches in each part', async () => {
      await startBatch(store.first, a, hosts(60))
      await startBatch(store.second, b, hosts(60))
      for (const part of store.all) {
        const of = Map.groupBy(await dispatchBy(part, 10), (one) => ('item' in one ? one.item.batch : ''))
        expect([of.get(a)?.length, of.get(b)?.length]).to.deep.equal([5, 5])
      }
    })

    it('fill the window of each part', async () => {
      await store.open({ window: 5 })
      await startBatch(store.first, a, hosts(20))
      const given = await dispatchAll(store.all, 100)
      expect(given.map((some) => some.length)).to.deep.equal([5, 5, 5])
    })

    it('of an expired lease are made by one part alone', async () => {
      await startBatch(store.first, a, hosts(40))
      const given = await dispatchBy(store.first, 40)
      await store.first.frontier.complete(completionsOf(given.slice(0, 5)))
      await store.pass(LEASE_MS + SECOND_MS)
      const again = (await dispatchAll(store.all, 6)).flat()
      expect(leases(again)).to.deep.equal(leases(given.slice(5).map((one) => ({ ...one, lease: 2 }))))
    })

    it('of deferred requests are made by one part alone, and ended by any', async () => {
      const records = hosts(9, 'd').map((url, at) => deferredRecord(`r${at}`, url))
      await Promise.all(store.all.map(({ frontier }) => frontier.defer(records)))
      const given = (await dispatchAll(store.all, 2)).flat()
      expect(given.map(idOf).toSorted()).to.deep.equal(records.map((_, at) => `r${at}`))
      await store.third.frontier.complete(completionsOf(given))
      await Promise.all(store.all.map(({ frontier }) => frontier.defer(records)))
      await store.pass(LEASE_MS + SECOND_MS)
      expect((await dispatchAll(store.all, 10)).flat()).to.deep.equal([])
    })
  })

  describe('items that a part took and did not append', () => {
    it('are given to one other part after 10 s, with the same lease, and to none once they are appended', async () => {
      await startBatch(store.first, a, hosts(12))
      const { taking, dispatches } = await store.first.frontier.dispatch(12)
      expect(taking).to.be.a('string')
      await store.pass(TAKE_OVER_MS - 2 * SECOND_MS)
      expect((await dispatchAll(store.all.slice(1), 20)).flat()).to.deep.equal([])
      await store.pass(3 * SECOND_MS)
      const again = (await dispatchAll(store.all, 5)).flat()
      expect(leases(again)).to.deep.equal(leases(dispatches))
      await store.first.frontier.appended(taking as string)
      await store.pass(2 * TAKE_OVER_MS)
      expect((await dispatchAll(store.all, 20)).flat()).to.deep.equal([])
      await store.second.frontier.complete(completionsOf([...dispatches, ...again]))
      expect((await store.third.frontier.status(a))?.counts).to.include({ done: 12, waiting: 0, running: 0 })
    })

    it('are given again and again while nobody appends them', async () => {
      await startBatch(store.first, a, hosts(3))
      const { dispatches } = await store.first.frontier.dispatch(3)
      for (const part of [store.second, store.third, store.first]) {
        await store.pass(TAKE_OVER_MS + SECOND_MS)
        const again = await part.frontier.dispatch(10)
        expect(again.taking).to.be.a('string')
        expect(leases(again.dispatches)).to.deep.equal(leases(dispatches))
      }
    })

    it('are not given to others when they have ended, or their batch was cancelled', async () => {
      await startBatch(store.first, a, hosts(4))
      await startBatch(store.first, b, hosts(4))
      const { dispatches } = await store.first.frontier.dispatch(8)
      const [ofA = [], ofB = []] = [a, b].map((id) =>
        dispatches.filter((one) => 'item' in one && one.item.batch === id),
      )
      await store.second.frontier.complete(completionsOf(ofA.slice(0, 3)))
      await store.third.frontier.setState(b, 'cancelled')
      expect(ofB).to.have.length(4)
      await store.pass(TAKE_OVER_MS + SECOND_MS)
      expect(leases((await dispatchAll(store.all, 10)).flat())).to.deep.equal(leases(ofA.slice(3)))
    })
  })
}
