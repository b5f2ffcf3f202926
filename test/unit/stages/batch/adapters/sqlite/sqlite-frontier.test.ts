import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  idOf,
  linesOf,
  numbered,
  page,
  startBatch,
  storeOfEachTest,
} from '../../store-fixture.ts'

describe('sqliteFrontier', () => {
  const store = storeOfEachTest()

  const LEASE_MS = 3_600_000
  const leases = (releases: readonly Dispatch[]) => releases.map((one) => [idOf(one), one.lease])
  /** Simulates that so much time has passed. */
  const pass = (ms: number) =>
    store.database.write(() => void store.database.db.prepare('UPDATE items SET due_at = due_at - ?').run(ms))

  it('resolves after the sync: submissions, completions, deferred requests', async () => {
    await store.frontier.create(batchNamed('b'))
    await startBatch(store, 'a', ['http://x.example/'])
    const dispatches = await store.frontier.dispatch(1)
    const full = unavailable('disk')
    const durability = { synced: () => Promise.reject(full), close: async () => undefined }
    await store.reopen({ durability })
    await store.frontier.create(batchNamed('b2'))
    for (const work of [
      store.frontier.start('b2', false),
      store.frontier.complete(completionsOf(dispatches)),
      store.frontier.defer([]),
    ]) {
      expect(await rejectionOf(work)).to.equal(full)
    }
    await store.reopen({ durability: { ...durability, synced: async () => undefined } })
    await store.frontier.complete(completionsOf(dispatches))
    expect((await linesOf(store, 'a')).map(({ n }) => n)).to.deep.equal([1])
  })

  it('returns the items unchanged, also after a restart', async () => {
    const item = page('http://one.example/#part', {
      depth: 2,
      from: 'http://one.example/start',
      scope: 'one.example',
    })
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add('a', [item])
    await store.frontier.start('a', false)
    await store.reopen()
    const [dispatch] = await store.frontier.dispatch(10)
    expect(dispatch).to.deep.include({ item: { ...item, batch: 'a', seq: 1 }, operation: 'metadata' })
  })

  it('dispatches nothing before the start, and removes batches that were not started when the process ends', async () => {
    await store.frontier.create(batchNamed('a'))
    await store.frontier.add('a', [page('http://one.example/')])
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    await store.reopen()
    expect(await store.frontier.status('a')).to.equal(null)
  })

  it('removes a discarded batch', async () => {
    await store.frontier.create(batchNamed('a'))
    await store.frontier.discard('a')
    expect(await store.frontier.status('a')).to.equal(null)
    expect(await store.frontier.add('a', [page('http://one.example/')])).to.deep.equal([false])
  })

  it('survives an invalid call: other calls of the same turn succeed', async () => {
    await store.frontier.create(batchNamed('a'))
    const wrong = store.frontier.reject('a', [{ line: 1 } as never]).catch((error) => error)
    const right = store.frontier.add('a', [page('http://one.example/')])
    expect(await wrong).to.be.an.instanceOf(TypeError)
    expect(await right).to.deep.equal([true])
    expect(await store.counts('a')).to.include({ accepted: 1, rejected: 0 })
  })

  it('finishes a batch without items at its start', async () => {
    await store.frontier.create(batchNamed('a'))
    await store.frontier.start('a', false)
    const status = await store.frontier.status('a')
    expect(status?.state).to.equal('finished')
    expect(Date.parse(status?.finishedAt ?? '')).to.be.closeTo(Date.now(), 60_000)
  })

  it('keeps a batch with open sources running until they are closed, over restarts', async () => {
    await store.frontier.create(batchNamed('a', { sitemaps: ['http://one.example/sitemap.xml'] }))
    await store.frontier.start('a', true)
    await store.reopen()
    expect((await store.frontier.openBatches()).map(({ id, sitemaps }) => ({ id, sitemaps }))).to.deep.equal([
      { id: 'a', sitemaps: ['http://one.example/sitemap.xml'] },
    ])
    expect(await store.frontier.status('a')).to.include({ state: 'running', finishedAt: null })
    await store.frontier.closeSources('a', [{ line: 0, reason: 'no sitemap' }], 0)
    const status = await store.frontier.status('a')
    expect([status?.state, status?.rejected]).to.deep.equal(['finished', [{ line: 0, reason: 'no sitemap' }]])
    expect(await store.frontier.openBatches()).to.deep.equal([])
  })

  it('never has more items in flight than the window', async () => {
    await store.reopen({ window: 5 })
    await startBatch(
      store,
      'a',
      Array.from({ length: 20 }, (_, n) => `http://h${n}.example/`),
    )
    const dispatches = await store.frontier.dispatch(100)
    expect(dispatches).to.have.length(5)
    expect(await store.frontier.dispatch(100)).to.deep.equal([])
    await store.frontier.complete(completionsOf(dispatches.slice(0, 2)))
    expect(await store.frontier.dispatch(100)).to.have.length(2)
  })

  it('returns the items in flight after a restart, page by page, and no others', async () => {
    await startBatch(
      store,
      'a',
      Array.from({ length: 9 }, (_, n) => `http://h${n}.example/`),
    )
    const dispatches = await store.frontier.dispatch(5)
    await store.frontier.complete(completionsOf(dispatches.slice(1, 2)))
    await store.reopen()
    const first = await store.frontier.inFlight(null, 3)
    await store.frontier.complete(completionsOf(first.slice(-1)))
    const second = await store.frontier.inFlight(idOf(first.at(-1) as never), 3)
    const expected = dispatches.filter((_, index) => index !== 1).map(idOf)
    expect([...first, ...second].map(idOf)).to.deep.equal(expected)
    expect(await store.frontier.inFlight(expected.at(-1) as string, 3)).to.deep.equal([])
  })

  it('dispatches no more than asked for, expired items included', async () => {
    await startBatch(store, 'a', ['http://x.example/', 'http://y.example/', 'http://z.example/'])
    await store.frontier.dispatch(1)
    await pass(LEASE_MS + 1000)
    expect(leases(await store.frontier.dispatch(2))).to.deep.equal([
      ['a.1', 2],
      ['a.2', 1],
    ])
  })

  it('dispatches again within the window, also for batches that are paused or out of time', async () => {
    await store.reopen({ window: 2 })
    await startBatch(store, 'a', numbered('x.example', 5), { crawl: { ...crawlRules, maxMinutes: 1000 } })
    await store.frontier.dispatch(10)
    await store.frontier.setState('a', 'paused')
    await pass(LEASE_MS + 1000)
    expect(leases(await store.frontier.dispatch(10))).to.deep.equal([
      ['a.1', 2],
      ['a.2', 2],
    ])
  })

  it('holds a paused batch back, and resumes it', async () => {
    await startBatch(store, 'a', ['http://x.example/'])
    expect((await store.frontier.setState('a', 'paused'))?.state).to.equal('paused')
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    await store.reopen()
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    await store.frontier.setState('a', 'running')
    expect(await store.frontier.dispatch(10)).to.have.length(1)
  })

  it('drops all items of a cancelled batch at once: those in flight leave the window, and late results are ignored', async () => {
    await store.reopen({ window: 2 })
    await startBatch(store, 'a', numbered('x.example', 600))
    const dispatches = await store.frontier.dispatch(10)
    expect(dispatches).to.have.length(2)
    await startBatch(store, 'b', numbered('y.example', 2))
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    const cancelled = await store.frontier.setState('a', 'cancelled')
    expect(cancelled?.counts).to.include({ accepted: 600, waiting: 0, running: 0, done: 0 })
    expect(cancelled?.finishedAt).to.be.a('string')
    expect((await store.frontier.status('a', 10))?.hosts).to.deep.equal([])
    expect(dispatchedUrls(await store.frontier.dispatch(10))).to.deep.equal(numbered('y.example', 2))
    expect(await store.frontier.add('a', [page('http://y.example/')])).to.deep.equal([false])
    await store.frontier.complete(completionsOf(dispatches))
    expect(await store.frontier.status('a')).to.deep.include({
      state: 'cancelled',
      counts: cancelled?.counts,
    })
    expect(await linesOf(store, 'a')).to.deep.equal([])
    await eventually(
      () => Number(store.database.db.prepare('SELECT count(*) AS n FROM items').get()?.n) === 2,
    )
  })

  it('does not change a finished batch', async () => {
    await startBatch(store, 'a', [])
    expect((await store.frontier.setState('a', 'paused'))?.state).to.equal('finished')
    expect(await store.frontier.setState('none', 'paused')).to.equal(null)
  })
})
