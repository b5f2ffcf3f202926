import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { a, b, idNamed } from './batch-ids.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  dispatchSoon,
  linesOf,
  numbered,
  page,
  startBatch,
} from './batch-scene.ts'
import { DAY_MS, type FrontierScene } from './frontier-fixture.ts'

const MINUTE_MS = 60_000
const query = { owner: 'me', state: null, limit: 1000, after: null }

/** Pauses and cancels, and what ends with time. */
export function frontierBatchStatesContract(store: FrontierScene): void {
  describe('batches that are paused, cancelled, or out of time', () => {
    it('are held back while they are paused, and resume', async () => {
      await startBatch(store, a, ['http://x.example/'])
      expect((await store.frontier.setState(a, 'paused'))?.state).to.equal('paused')
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.reopen()
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.frontier.setState(a, 'running')
      expect(await store.dispatch(10)).to.have.length(1)
    })

    it('drop all items at once when they are cancelled: those in flight leave the window, and late results are ignored', async () => {
      await store.reopen({ window: 2 })
      await startBatch(store, a, numbered('x.example', 600))
      const dispatches = await store.dispatch(10)
      expect(dispatches).to.have.length(2)
      await startBatch(store, b, numbered('y.example', 2))
      expect(await store.dispatch(10)).to.deep.equal([])
      const cancelled = await store.frontier.setState(a, 'cancelled')
      expect(cancelled?.counts).to.include({ accepted: 600, waiting: 0, running: 0, done: 0 })
      expect(cancelled?.finishedAt).to.be.a('string')
      expect((await store.frontier.status(a, 10))?.hosts).to.deep.equal([])
      expect(dispatchedUrls(await dispatchSoon(store))).to.deep.equal(numbered('y.example', 2))
      expect(await store.frontier.add(a, [page('http://y.example/')])).to.deep.equal([false])
      await store.frontier.complete(completionsOf(dispatches))
      expect(await store.frontier.status(a)).to.deep.include({
        state: 'cancelled',
        counts: cancelled?.counts,
      })
      expect(await linesOf(store, a)).to.deep.equal([])
    })

    it('that are cancelled have no items in flight after a restart', async () => {
      await startBatch(store, a, numbered('x.example', 5))
      await store.dispatch(10)
      await store.frontier.setState(a, 'cancelled')
      await store.reopen()
      expect(await store.dispatch(10)).to.deep.equal([])
      expect(await store.frontier.status(a)).to.include({ state: 'cancelled' })
      expect(await store.counts(a)).to.include({ waiting: 0, running: 0 })
    })

    it('keep their state when they are finished or cancelled', async () => {
      await startBatch(store, a, [])
      await startBatch(store, b, ['http://x.example/'])
      await store.frontier.setState(b, 'cancelled')
      expect((await store.frontier.setState(a, 'paused'))?.state).to.equal('finished')
      expect((await store.frontier.setState(b, 'running'))?.state).to.equal('cancelled')
      expect(await store.frontier.setState(idNamed('none'), 'paused')).to.equal(null)
    })

    it('drop waiting items when their time is over', async () => {
      const crawl = { ...crawlRules, maxMinutes: 1 }
      await startBatch(store, a, numbered('x.example', 5), { crawl })
      await store.pass(2 * MINUTE_MS)
      await eventually(async () => (await store.frontier.status(a))?.state === 'finished')
      expect(await store.counts(a)).to.include({ accepted: 5, waiting: 0, running: 0 })
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('keep the items in flight when their time is over, and finish with these', async () => {
      await startBatch(store, a, numbered('x.example', 5), { crawl: { ...crawlRules, maxMinutes: 1 } })
      const dispatches = await store.dispatch(2)
      await store.pass(2 * MINUTE_MS)
      await eventually(async () => (await store.counts(a))?.waiting === 0)
      expect(await store.counts(a)).to.include({ waiting: 0, running: 2 })
      expect((await store.frontier.status(a, 10))?.hosts).to.deep.equal([
        { host: 'x.example', waiting: 0, running: 2, restsUntil: null },
      ])
      await store.frontier.complete(completionsOf(dispatches))
      await eventually(async () => (await store.frontier.status(a))?.state === 'finished')
      expect(await store.counts(a)).to.include({ accepted: 5, waiting: 0, running: 0, done: 2 })
    })

    it('end their readers when their time is over', async () => {
      const crawl = { ...crawlRules, maxMinutes: 1 }
      await startBatch(store, a, ['http://x.example/'], { crawl })
      const lines = linesOf(store, a, { isFollowing: true })
      await store.pass(2 * MINUTE_MS)
      expect(await lines).to.deep.equal([])
    })

    it('are removed with their results when their retention is over', async () => {
      await startBatch(store, a, ['http://x.example/'])
      await startBatch(store, b, ['http://y.example/'])
      const dispatches = await store.dispatch(2)
      await store.frontier.complete(
        completionsOf(dispatches.filter((one) => 'item' in one && one.item.batch === a)),
      )
      await store.pass(31 * DAY_MS)
      await eventually(async () => (await store.frontier.status(a)) === null)
      const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
      expect(await store.readResults(a, reading)).to.equal(null)
      const listed = await store.frontier.list(query)
      expect(listed.batches.map(({ id }) => id)).to.deep.equal([b])
    })

    it('are not listed before their start, nor after their retention', async () => {
      await store.frontier.create(batchNamed(idNamed('begun'), { owner: 'me' }))
      await startBatch(store, idNamed('kept'), ['http://kept.example/'], { owner: 'me' })
      await startBatch(store, idNamed('ended'), [], { owner: 'me' })
      const listed = async () => (await store.frontier.list(query)).batches.map(({ id }) => id)
      expect(await listed()).to.deep.equal(['ended', 'kept'].map(idNamed))
      await store.reopen({ retentionMs: -1 })
      await eventually(async () => (await store.frontier.batch(idNamed('ended'))) === null)
      expect(await listed()).to.deep.equal([idNamed('kept')])
    })
  })
}
