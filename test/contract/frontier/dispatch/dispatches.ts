import { expect } from 'chai'
import { a, b, c, idNamed } from '../batch-ids.ts'
import { completionsOf, dispatchedUrls, dispatchSoon, idOf, numbered, startBatch } from '../batch-scene.ts'
import type { FrontierScene } from '../frontier-fixture.ts'

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)

/** Which items are dispatched: turns of batches and hosts, shares and the window. */
export function frontierDispatchesContract(store: FrontierScene): void {
  describe('dispatches', () => {
    const batchesOf = async (limit: number) =>
      (await store.dispatch(limit)).map((one) => idOf(one).split('.')[0])

    it('let batches take turns, whatever their size', async () => {
      await startBatch(store, idNamed('large'), hosts(50))
      await startBatch(store, idNamed('small'), ['http://x.example/', 'http://y.example/'])
      expect((await batchesOf(4)).sort()).to.deep.equal(
        ['large', 'large', 'small', 'small'].map(idNamed).sort(),
      )
    })

    it('continue with the batch after the last one', async () => {
      for (const id of [a, b, c]) await startBatch(store, id, ['http://x.example/', 'http://y.example/'])
      for (let round = 0; round < 2; round++) {
        const turns: unknown[] = []
        for (let n = 0; n < 3; n++) turns.push(...(await batchesOf(1)))
        expect(turns.sort()).to.deep.equal([a, b, c].sort())
      }
    })

    it('let the hosts of a batch take turns, each with its share in flight', async () => {
      await startBatch(store, a, [...numbered('big.example', 10), ...numbered('little.example', 3)])
      const dispatches = await store.dispatch(100)
      const urls = dispatchedUrls(dispatches)
      expect(urls.slice(0, 2).sort()).to.deep.equal(['http://big.example/1', 'http://little.example/1'])
      expect(urls.slice(2).sort()).to.deep.equal(['http://big.example/2', 'http://little.example/2'])
      const big = dispatches[urls.indexOf('http://big.example/1')]
      await store.frontier.complete(completionsOf([big as never]))
      expect(dispatchedUrls(await store.dispatch(100))).to.deep.equal(['http://big.example/3'])
    })

    it('give hosts that share a rate limit one share of the window, and others the rest', async () => {
      const queueOf = (url: string) => new URL(url).hostname.replace(/^.*\.(shop\.example)$/, '$1')
      await store.reopen({ queueOf })
      const shops = Array.from({ length: 10 }, (_, n) => `http://s${n}.shop.example/`)
      await startBatch(store, a, [...shops, 'http://x.example/'])
      const urls = dispatchedUrls(await store.dispatch(100))
      expect(urls.sort()).to.deep.equal([
        'http://s0.shop.example/',
        'http://s1.shop.example/',
        'http://x.example/',
      ])
      const status = await store.frontier.status(a, 10)
      expect(status?.hosts?.map(({ host }) => host)).to.include('shop.example')
    })

    it('are never more in flight than the window', async () => {
      await store.reopen({ window: 5 })
      await startBatch(store, a, hosts(20))
      const dispatches = await store.dispatch(100)
      expect(dispatches).to.have.length(5)
      expect(await store.dispatch(100)).to.deep.equal([])
      await store.frontier.complete(completionsOf(dispatches.slice(0, 2)))
      expect(await dispatchSoon(store)).to.have.length(2)
    })

    it('have the operation and the owner of the batch', async () => {
      await startBatch(store, a, ['http://x.example/'], { operation: 'seo-audit', owner: 'me' })
      const [dispatch] = await store.dispatch(1)
      expect(dispatch).to.include({ operation: 'seo-audit', owner: 'me', lease: 1 })
    })

    it('are each made once, also when two calls run at the same time', async () => {
      await startBatch(store, a, hosts(20))
      const both = await Promise.all([store.dispatch(8), store.dispatch(8)])
      const urls = both.flatMap(dispatchedUrls)
      expect([urls.length, new Set(urls).size]).to.deep.equal([16, 16])
    })
  })
}
