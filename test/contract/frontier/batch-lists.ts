import { expect } from 'chai'
import type { BatchListing } from '#shared/ports/batches.ts'
import { a, b, c, d, idNamed } from './batch-ids.ts'
import { batchNamed, completionsOf, failure, numbered, readPages, startBatch } from './batch-scene.ts'
import type { FrontierScene } from './frontier-fixture.ts'
import { lineGroup } from './submissions/line-groups.ts'

const newest: BatchListing = { owner: 'me', state: null, limit: 1000, after: null }

/** The list of batches, and the hosts of one. */
export function frontierBatchListsContract(store: FrontierScene): void {
  const launch = (id: string, owner: string | null = 'me') =>
    startBatch(store, id, [`http://${id}.example/`], { owner })
  const idsOf = async (more: Partial<BatchListing> = {}) =>
    (await store.frontier.list({ ...newest, ...more })).batches.map(({ id }) => id)

  describe('the list of batches', () => {
    it('has those of the owner and those without an owner, newest first', async () => {
      await launch(a)
      await launch(b, 'other')
      await launch(c, null)
      await launch(d)
      expect(await idsOf()).to.deep.equal([d, c, a])
      expect(await idsOf({ owner: 'other' })).to.deep.equal([c, b])
      expect(await idsOf({ owner: 'nobody' })).to.deep.equal([c])
    })

    it('reports the same as the status, except for the rejected lines', async () => {
      const urls = ['http://one.example/', 'http://two.example/', 'http://three.example/']
      await store.frontier.create(batchNamed(a, { owner: 'me' }))
      await store.frontier.addLines(a, lineGroup(1, [...urls, { reason: 'no URL' }]))
      await store.frontier.start(a, false)
      const [first, second] = await store.dispatch(2)
      await store.frontier.complete(completionsOf([first as never]))
      await store.frontier.complete(completionsOf([second as never], failure))
      const [listed] = (await store.frontier.list(newest)).batches
      expect(listed?.counts).to.deep.equal({
        accepted: 3,
        rejected: 1,
        waiting: 1,
        running: 0,
        done: 1,
        failed: 1,
      })
      expect(await store.frontier.status(a)).to.deep.include(listed)
      expect(listed).to.have.all.keys(
        'id',
        'operation',
        'source',
        'state',
        'counts',
        'createdAt',
        'finishedAt',
        'firstUrl',
      )
    })

    it('has those in a state on request', async () => {
      for (const name of ['running', 'paused', 'cancelled']) await launch(idNamed(name))
      await startBatch(store, idNamed('finished'), [], { owner: 'me' })
      await startBatch(store, idNamed('theirs'), [], { owner: 'other' })
      await store.frontier.setState(idNamed('paused'), 'paused')
      await store.frontier.setState(idNamed('cancelled'), 'cancelled')
      for (const state of ['running', 'paused', 'cancelled', 'finished'] as const) {
        expect(await idsOf({ state })).to.deep.equal([idNamed(state)])
      }
    })

    it('has each once, page by page, while others are added', async () => {
      const ids = Array.from({ length: 25 }, (_, at) => idNamed(`b${at}`))
      for (const [at, id] of ids.entries()) await launch(id, at % 3 === 0 ? null : 'me')
      const { found, sizes } = await readPages(store, { ...newest, limit: 10 }, (_, pages) =>
        launch(idNamed(`new-${pages}`)),
      )
      expect(found).to.deep.equal(ids.toReversed())
      expect(sizes).to.deep.equal([10, 10, 5])
    })

    it('reports the end when the last page is full', async () => {
      for (const id of [a, b, c, d]) await launch(id)
      const { next } = await store.frontier.list({ ...newest, limit: 2 })
      const last = await store.frontier.list({ ...newest, limit: 2, after: next })
      expect(last.batches.map(({ id }) => id)).to.deep.equal([b, a])
      expect(last.next).to.equal(null)
    })
  })

  describe('the hosts of a batch', () => {
    const recorded = async (most?: number) => (await store.frontier.status(a, most))?.hosts

    it('are those with the most waiting items, ties by name', async () => {
      const hosts = { 'c.example': 1, 'b.example': 5, 'd.example': 3, 'a.example': 3 }
      const urls = Object.entries(hosts).flatMap(([host, count]) => numbered(host, count))
      await startBatch(store, a, urls)
      await startBatch(store, b, numbered('z.example', 50))
      expect(await recorded()).to.equal(undefined)
      expect(await recorded(3)).to.deep.equal([
        { host: 'b.example', waiting: 5, running: 0, restsUntil: null },
        { host: 'a.example', waiting: 3, running: 0, restsUntil: null },
        { host: 'd.example', waiting: 3, running: 0, restsUntil: null },
      ])
      const dispatches = await store.dispatch(100)
      const [, , , last] = (await recorded(4)) ?? []
      expect(last).to.deep.equal({ host: 'c.example', waiting: 0, running: 1, restsUntil: null })
      await store.frontier.complete(completionsOf(dispatches))
      expect(await recorded(100)).to.deep.equal([
        { host: 'b.example', waiting: 3, running: 0, restsUntil: null },
        { host: 'a.example', waiting: 1, running: 0, restsUntil: null },
        { host: 'd.example', waiting: 1, running: 0, restsUntil: null },
      ])
      await store.reopen()
      expect(await recorded(1)).to.deep.equal([
        { host: 'b.example', waiting: 3, running: 0, restsUntil: null },
      ])
    })
  })
}
