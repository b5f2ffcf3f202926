import { expect } from 'chai'
import { a, b, c } from '../batch-ids.ts'
import { batchNamed, completionsOf, page, startBatch } from '../batch-scene.ts'
import type { FrontierScene } from '../frontier-fixture.ts'
import { lineGroup } from './line-groups.ts'

/** Creating, starting and discarding batches. */
export function frontierSubmissionsContract(store: FrontierScene): void {
  describe('submissions', () => {
    const sitemaps = ['http://one.example/sitemap.xml']

    it('are dispatched after the start only', async () => {
      await store.frontier.create(batchNamed(a))
      await store.frontier.add(a, [page('http://one.example/')])
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.frontier.start(a, false)
      expect(await store.dispatch(10)).to.have.length(1)
    })

    it('are gone when they are discarded', async () => {
      await store.frontier.create(batchNamed(a))
      await store.frontier.discard(a)
      expect(await store.frontier.status(a)).to.equal(null)
      expect(await store.frontier.add(a, [page('http://one.example/')])).to.deep.equal([false])
    })

    it('are not discarded after their start', async () => {
      await startBatch(store, a, ['http://one.example/'])
      await store.frontier.discard(a)
      expect((await store.frontier.status(a))?.state).to.equal('running')
      expect(await store.dispatch(10)).to.have.length(1)
    })

    it('are returned as they were created, also after a restart', async () => {
      const before = Date.now()
      const batch = batchNamed(a, { sitemaps, owner: 'me', parameters: { fields: 'all' } })
      await store.frontier.create(batch)
      await store.frontier.start(a, true)
      await store.reopen()
      const stored = await store.frontier.batch(a)
      expect(stored).to.deep.equal({ ...batch, createdAt: stored?.createdAt })
      expect(stored?.createdAt).to.be.within(before, Date.now())
      expect(await store.frontier.batch(b)).to.equal(null)
    })

    it('are named by the first line, or by the first sitemap, also in lists and after a restart', async () => {
      const first = 'http://one.example/größe?a="1"'
      const batches = [batchNamed(a), batchNamed(b, { sitemaps }), batchNamed(c)]
      for (const batch of batches) await store.frontier.create({ ...batch, owner: 'me' })
      for (const id of [a, b]) await store.frontier.addLines(id, lineGroup(1, [first]))
      for (const { id } of batches) await store.frontier.start(id, id === b)
      await store.reopen()
      const wanted = { [a]: first, [b]: sitemaps[0], [c]: null }
      for (const [id, firstUrl] of Object.entries(wanted))
        expect(await store.frontier.status(id), id).to.deep.include({ firstUrl })
      const { batches: listed } = await store.frontier.list({
        owner: 'me',
        state: null,
        limit: 9,
        after: null,
      })
      expect(Object.fromEntries(listed.map(({ id, firstUrl }) => [id, firstUrl]))).to.deep.equal(wanted)
      expect(await store.frontier.batch(a)).to.include({ owner: 'me', firstUrl: first })
    })

    it('without items finish at their start', async () => {
      await store.frontier.create(batchNamed(a))
      const before = Date.now()
      await store.frontier.start(a, false)
      const status = await store.frontier.status(a)
      expect(status?.state).to.equal('finished')
      expect(Date.parse(status?.finishedAt ?? '')).to.be.within(before, Date.now())
    })

    it('with open sources run until these are closed, over restarts', async () => {
      await store.frontier.create(batchNamed(a, { sitemaps }))
      await store.frontier.start(a, true)
      await store.reopen()
      const open = await store.frontier.openBatches()
      expect(open.map((batch) => ({ id: batch.id, sitemaps: batch.sitemaps }))).to.deep.equal([
        { id: a, sitemaps },
      ])
      expect(await store.frontier.status(a)).to.include({ state: 'running', finishedAt: null })
      await store.frontier.closeSources(a, [{ line: 0, reason: 'no sitemap' }], 0)
      const status = await store.frontier.status(a)
      expect([status?.state, status?.rejected]).to.deep.equal([
        'finished',
        [{ line: 0, reason: 'no sitemap' }],
      ])
      expect(await store.frontier.openBatches()).to.deep.equal([])
    })

    it('with open sources do not finish with their items, and count the entries that are not stored', async () => {
      await store.frontier.create(batchNamed(a, { sitemaps }))
      await store.frontier.start(a, true)
      await store.frontier.add(a, [page('http://one.example/')])
      await store.frontier.complete(completionsOf(await store.dispatch(1)))
      expect((await store.frontier.status(a))?.state).to.equal('running')
      await store.frontier.closeSources(a, [{ line: 0, reason: 'no URL' }], 7)
      const status = await store.frontier.status(a)
      expect([status?.state, status?.counts.rejected]).to.deep.equal(['finished', 8])
      expect(status?.rejected).to.have.length(1)
    })

    it('count all rejected lines and store the first 100', async () => {
      await store.frontier.create(batchNamed(a))
      const wrong = Array.from({ length: 70 }, (_, index) => ({ reason: `no ${index + 1}` }))
      await store.frontier.addLines(a, lineGroup(1, wrong))
      await store.frontier.addLines(a, lineGroup(71, wrong))
      const status = await store.frontier.status(a)
      expect(status?.counts.rejected).to.equal(140)
      expect(status?.rejected.map(({ line }) => line)).to.deep.equal(
        Array.from({ length: 100 }, (_, i) => i + 1),
      )
    })
  })
}
