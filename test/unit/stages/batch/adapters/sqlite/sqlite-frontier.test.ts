import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/events/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Dispatch, Frontier } from '#stages/batch/frontier/frontier.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  failure,
  idOf,
  itemsOf,
  linesOf,
  openStoreFixture,
  page,
  result,
  type StoreFixture,
  startBatch,
} from '../../store-fixture.ts'

const numbered = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => `http://${host}/${index + 1}`)

describe('sqliteFrontier', () => {
  let fixture: StoreFixture
  let frontier: Frontier
  const use = (one: StoreFixture) => {
    fixture = one
    frontier = one.frontier
  }
  beforeEach(async () => use(await openStoreFixture()))
  afterEach(() => fixture.end())

  const counts = async (id: string) => (await frontier.status(id))?.counts

  describe('durability', () => {
    it('resolves after the sync: submissions, completions, deferred requests', async () => {
      await fixture.frontier.create(batchNamed('b'))
      await startBatch(fixture, 'a', ['http://x.example/'])
      const dispatches = await frontier.dispatch(1)
      const full = unavailable('disk')
      const durability = { synced: () => Promise.reject(full), close: async () => undefined }
      use(await fixture.reopen({ durability }))
      await frontier.create(batchNamed('b2'))
      for (const work of [
        frontier.start('b2', false),
        frontier.complete(completionsOf(dispatches)),
        frontier.defer([]),
      ]) {
        expect(await rejectionOf(work)).to.equal(full)
      }
      use(await fixture.reopen({ durability: { ...durability, synced: async () => undefined } }))
      await frontier.complete(completionsOf(dispatches))
      expect((await linesOf(fixture, 'a')).map(({ n }) => n)).to.deep.equal([1])
    })
  })

  describe('adding', () => {
    it('ignores items that the batch has: same URL except for the fragment, same parameters, same role', async () => {
      await frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'snapshot' }))
      const mobile = { parameters: { url: 'http://one.example/', fields: 'basic', device: 'mobile' } }
      const items = [
        page('http://one.example/'),
        page('HTTP://ONE.example:80/#part'),
        page('http://one.example/?x'),
        page('http://one.example/', mobile),
        page('http://one.example/', { role: 'discovery' }),
        page('http://one.example/x/../'),
      ]
      expect(await frontier.add('a', items)).to.deep.equal([true, false, true, true, true, false])
      expect(await frontier.add('a', items)).to.deep.equal(items.map(() => false))
      expect((await counts('a'))?.accepted).to.equal(3)
    })

    it('stores the role of a discovery item like former versions, and reads it back', async () => {
      await frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'snapshot' }))
      await frontier.add('a', [page('http://one.example/', { role: 'discovery' })])
      await frontier.start('a', false)
      const { db } = fixture.database
      expect(
        db
          .prepare('SELECT role FROM items')
          .all()
          .map(({ role }) => role),
      ).to.deep.equal(['scout'])
      expect(itemsOf(await frontier.dispatch(1)).map(({ role }) => role)).to.deep.equal(['discovery'])
      expect(itemsOf(await frontier.inFlight(null, 1)).map(({ role }) => role)).to.deep.equal(['discovery'])
    })

    for (const [operation, expected] of [
      ['snapshot', [true, true, false]],
      ['performance', [true, true, false]],
      ['metadata', [true, false, false]],
      ['seo-audit', [true, false, false]],
    ] as const) {
      it(`adds a page of a list once for each fragment where a browser shows it: ${operation}`, async () => {
        await frontier.create(batchNamed('a', { operation }))
        const items = ['#one', '#two', '#one'].map((end) => page(`http://one.example/${end}`))
        expect(await frontier.add('a', items)).to.deep.equal(expected)
      })
    }

    it('returns the items unchanged, also after a restart', async () => {
      const item = page('http://one.example/#part', {
        depth: 2,
        from: 'http://one.example/start',
        scope: 'one.example',
      })
      await frontier.create(batchNamed('a', { crawl: crawlRules }))
      await frontier.add('a', [item])
      await frontier.start('a', false)
      use(await fixture.reopen())
      const [dispatch] = await frontier.dispatch(10)
      expect(dispatch).to.deep.include({ item: { ...item, batch: 'a', seq: 1 }, operation: 'metadata' })
    })

    it('dispatches nothing before the start, and removes batches that were not started when the process ends', async () => {
      await frontier.create(batchNamed('a'))
      await frontier.add('a', [page('http://one.example/')])
      expect(await frontier.dispatch(10)).to.deep.equal([])
      use(await fixture.reopen())
      expect(await frontier.status('a')).to.equal(null)
    })

    it('removes a discarded batch', async () => {
      await frontier.create(batchNamed('a'))
      await frontier.discard('a')
      expect(await frontier.status('a')).to.equal(null)
      expect(await frontier.add('a', [page('http://one.example/')])).to.deep.equal([false])
    })

    it('counts all rejected lines and stores the first 100', async () => {
      await frontier.create(batchNamed('a'))
      const lines = Array.from({ length: 70 }, (_, index) => ({ line: index + 1, reason: `no ${index + 1}` }))
      await frontier.reject('a', lines)
      await frontier.reject(
        'a',
        lines.map(({ line }) => ({ line: line + 70, reason: 'more' })),
      )
      const status = await frontier.status('a')
      expect(status?.counts.rejected).to.equal(140)
      expect(status?.rejected.map(({ line }) => line)).to.deep.equal(
        Array.from({ length: 100 }, (_, i) => i + 1),
      )
    })

    it('survives an invalid call: other calls of the same turn succeed', async () => {
      await frontier.create(batchNamed('a'))
      const wrong = frontier.reject('a', [{ line: 1 } as never]).catch((error) => error)
      const right = frontier.add('a', [page('http://one.example/')])
      expect(await wrong).to.be.an.instanceOf(TypeError)
      expect(await right).to.deep.equal([true])
      expect(await counts('a')).to.include({ accepted: 1, rejected: 0 })
    })

    it('finishes a batch without items at its start', async () => {
      await frontier.create(batchNamed('a'))
      await frontier.start('a', false)
      const status = await frontier.status('a')
      expect(status?.state).to.equal('finished')
      expect(Date.parse(status?.finishedAt ?? '')).to.be.closeTo(Date.now(), 60_000)
    })

    it('keeps a batch with open sources running until they are closed, over restarts', async () => {
      await frontier.create(batchNamed('a', { sitemaps: ['http://one.example/sitemap.xml'] }))
      await frontier.start('a', true)
      use(await fixture.reopen())
      expect((await frontier.openBatches()).map(({ id, sitemaps }) => ({ id, sitemaps }))).to.deep.equal([
        { id: 'a', sitemaps: ['http://one.example/sitemap.xml'] },
      ])
      expect((await frontier.status('a'))?.state).to.equal('running')
      await frontier.closeSources('a', [{ line: 0, reason: 'no sitemap' }], 0)
      const status = await frontier.status('a')
      expect([status?.state, status?.rejected]).to.deep.equal([
        'finished',
        [{ line: 0, reason: 'no sitemap' }],
      ])
      expect(await frontier.openBatches()).to.deep.equal([])
    })
  })

  describe('dispatching', () => {
    it('lets batches take turns, whatever their size', async () => {
      await startBatch(
        fixture,
        'large',
        numbered('large.example', 50).map((url, n) => url.replace('large', `h${n}`)),
      )
      await startBatch(fixture, 'small', ['http://x.example/', 'http://y.example/'])
      const first = await frontier.dispatch(4)
      expect(first.map((one) => idOf(one).split('.')[0]).sort()).to.deep.equal([
        'large',
        'large',
        'small',
        'small',
      ])
    })

    it('continues with the batch after the last one', async () => {
      for (const id of ['a', 'b', 'c'])
        await startBatch(fixture, id, ['http://x.example/', 'http://y.example/'])
      const order: string[] = []
      for (let n = 0; n < 6; n++)
        order.push(...(await frontier.dispatch(1)).map((one) => idOf(one).slice(0, 1)))
      expect(order).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'c'])
    })

    it('lets the hosts of a batch take turns, each with its share in flight', async () => {
      await startBatch(fixture, 'a', [...numbered('big.example', 10), ...numbered('little.example', 3)])
      const dispatches = await frontier.dispatch(100)
      expect(dispatchedUrls(dispatches)).to.deep.equal([
        'http://big.example/1',
        'http://little.example/1',
        'http://big.example/2',
        'http://little.example/2',
      ])
      await frontier.complete(completionsOf(dispatches.slice(0, 1)))
      expect(dispatchedUrls(await frontier.dispatch(100))).to.deep.equal(['http://big.example/3'])
    })

    it('gives hosts that share a rate limit one share of the window, and others the rest', async () => {
      const queueOf = (url: string) => new URL(url).hostname.replace(/^.*\.(shop\.example)$/, '$1')
      use(await fixture.reopen({ queueOf }))
      const shops = Array.from({ length: 10 }, (_, n) => `http://s${n}.shop.example/`)
      await startBatch(fixture, 'a', [...shops, 'http://x.example/'])
      const dispatches = dispatchedUrls(await frontier.dispatch(100))
      expect(dispatches).to.deep.equal([
        'http://s0.shop.example/',
        'http://x.example/',
        'http://s1.shop.example/',
      ])
      const status = await frontier.status('a', 10)
      expect(status?.hosts?.map(({ host }) => host)).to.include('shop.example')
    })

    it('never has more items in flight than the window', async () => {
      use(await fixture.reopen({ window: 5 }))
      await startBatch(
        fixture,
        'a',
        Array.from({ length: 20 }, (_, n) => `http://h${n}.example/`),
      )
      const dispatches = await frontier.dispatch(100)
      expect(dispatches).to.have.length(5)
      expect(await frontier.dispatch(100)).to.deep.equal([])
      await frontier.complete(completionsOf(dispatches.slice(0, 2)))
      expect(await frontier.dispatch(100)).to.have.length(2)
    })

    it('returns the items in flight after a restart, page by page, and no others', async () => {
      await startBatch(
        fixture,
        'a',
        Array.from({ length: 9 }, (_, n) => `http://h${n}.example/`),
      )
      const dispatches = await frontier.dispatch(5)
      await frontier.complete(completionsOf(dispatches.slice(1, 2)))
      use(await fixture.reopen())
      const first = await frontier.inFlight(null, 3)
      await frontier.complete(completionsOf(first.slice(-1)))
      const second = await frontier.inFlight(idOf(first.at(-1) as never), 3)
      const expected = dispatches.filter((_, index) => index !== 1).map(idOf)
      expect([...first, ...second].map(idOf)).to.deep.equal(expected)
      expect(await frontier.inFlight(expected.at(-1) as string, 3)).to.deep.equal([])
    })
  })

  describe('leases', () => {
    const LEASE_MS = 3_600_000
    const leases = (releases: readonly Dispatch[]) => releases.map((one) => [idOf(one), one.lease])
    /** Simulates that so much time has passed. */
    const pass = (ms: number) =>
      fixture.database.write(
        () => void fixture.database.db.prepare('UPDATE items SET due_at = due_at - ?').run(ms),
      )

    it('dispatches an item again when its lease has expired, with the next lease, and not before', async () => {
      await startBatch(fixture, 'a', ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
      expect(leases(await frontier.dispatch(2))).to.deep.equal([
        ['a.1', 1],
        ['a.2', 1],
      ])
      await frontier.complete(completionsOf([{ ...(await frontier.inFlight(null, 1))[0] } as Dispatch]))
      await pass(LEASE_MS + 1000)
      expect(leases(await frontier.dispatch(10))).to.deep.equal([
        ['a.2', 2],
        ['a.3', 1],
      ])
      expect(await frontier.dispatch(10)).to.deep.equal([])
      expect(await counts('a')).to.include({ running: 2, done: 1 })
      await frontier.complete(completionsOf(await frontier.inFlight(null, 10)))
      expect((await frontier.status('a'))?.state).to.equal('finished')
    })

    it('doubles the lease each time, up to 16 times the first', async () => {
      await startBatch(fixture, 'a', ['http://x.example/'])
      const held: number[] = []
      for (let n = 0; n < 7; n++) {
        await frontier.dispatch(1)
        const { due_at: due } = fixture.database.db.prepare('SELECT due_at FROM items').get() as {
          due_at: number
        }
        held.push(Math.round((due - Date.now()) / LEASE_MS))
        await pass((held.at(-1) as number) * LEASE_MS + 1000)
      }
      expect(held).to.deep.equal([1, 2, 4, 8, 16, 16, 16])
    })

    it('dispatches again within the window, also for batches that are paused or out of time', async () => {
      use(await fixture.reopen({ window: 2 }))
      await startBatch(fixture, 'a', numbered('x.example', 5), { crawl: { ...crawlRules, maxMinutes: 1000 } })
      await frontier.dispatch(10)
      await frontier.setState('a', 'paused')
      await pass(LEASE_MS + 1000)
      expect(leases(await frontier.dispatch(10))).to.deep.equal([
        ['a.1', 2],
        ['a.2', 2],
      ])
    })

    it('keeps leases over a restart, with a grace period for results in the log', async () => {
      await startBatch(fixture, 'a', ['http://x.example/'])
      await frontier.dispatch(1)
      await pass(LEASE_MS + 1000)
      use(await fixture.reopen())
      expect(leases(await frontier.inFlight(null, 10))).to.deep.equal([['a.1', 1]])
      expect(await frontier.dispatch(1)).to.deep.equal([])
      await pass(61_000)
      expect(leases(await frontier.dispatch(1))).to.deep.equal([['a.1', 2]])
      use(await fixture.reopen())
      expect(leases(await frontier.inFlight(null, 10))).to.deep.equal([['a.1', 2]])
    })
  })

  describe('controlling', () => {
    it('holds a paused batch back, and resumes it', async () => {
      await startBatch(fixture, 'a', ['http://x.example/'])
      expect((await frontier.setState('a', 'paused'))?.state).to.equal('paused')
      expect(await frontier.dispatch(10)).to.deep.equal([])
      use(await fixture.reopen())
      expect(await frontier.dispatch(10)).to.deep.equal([])
      await frontier.setState('a', 'running')
      expect(await frontier.dispatch(10)).to.have.length(1)
    })

    it('returns the hosts with the most waiting items, ties by name', async () => {
      const hosts = { 'c.example': 1, 'b.example': 5, 'd.example': 3, 'a.example': 3 }
      const urls = Object.entries(hosts).flatMap(([host, count]) => numbered(host, count))
      await startBatch(fixture, 'a', urls)
      await startBatch(fixture, 'b', numbered('z.example', 50))
      const recorded = async (most?: number) => (await frontier.status('a', most))?.hosts
      expect(await recorded()).to.equal(undefined)
      expect(await recorded(3)).to.deep.equal([
        { host: 'b.example', waiting: 5, running: 0 },
        { host: 'a.example', waiting: 3, running: 0 },
        { host: 'd.example', waiting: 3, running: 0 },
      ])
      const dispatches = await frontier.dispatch(100)
      const [, , , last] = (await recorded(4)) ?? []
      expect(last).to.deep.equal({ host: 'c.example', waiting: 0, running: 1 })
      await frontier.complete(completionsOf(dispatches))
      expect(await recorded(100)).to.deep.equal([
        { host: 'b.example', waiting: 3, running: 0 },
        { host: 'a.example', waiting: 1, running: 0 },
        { host: 'd.example', waiting: 1, running: 0 },
      ])
      use(await fixture.reopen())
      expect(await recorded(1)).to.deep.equal([{ host: 'b.example', waiting: 3, running: 0 }])
    })

    it('drops all items of a cancelled batch at once: those in flight leave the window, and late results are ignored', async () => {
      use(await fixture.reopen({ window: 2 }))
      await startBatch(fixture, 'a', numbered('x.example', 600))
      const dispatches = await frontier.dispatch(10)
      expect(dispatches).to.have.length(2)
      await startBatch(fixture, 'b', numbered('y.example', 2))
      expect(await frontier.dispatch(10)).to.deep.equal([])
      const cancelled = await frontier.setState('a', 'cancelled')
      expect(cancelled?.counts).to.include({ accepted: 600, waiting: 0, running: 0, done: 0 })
      expect(cancelled?.finishedAt).to.be.a('string')
      expect((await frontier.status('a', 10))?.hosts).to.deep.equal([])
      expect(dispatchedUrls(await frontier.dispatch(10))).to.deep.equal(numbered('y.example', 2))
      expect(await frontier.add('a', [page('http://y.example/')])).to.deep.equal([false])
      await frontier.complete(completionsOf(dispatches))
      expect(await frontier.status('a')).to.deep.include({ state: 'cancelled', counts: cancelled?.counts })
      expect(await linesOf(fixture, 'a')).to.deep.equal([])
      await eventually(
        () => Number(fixture.database.db.prepare('SELECT count(*) AS n FROM items').get()?.n) === 2,
      )
    })

    it('does not change a finished batch', async () => {
      await startBatch(fixture, 'a', [])
      expect((await frontier.setState('a', 'paused'))?.state).to.equal('finished')
      expect(await frontier.setState('none', 'paused')).to.equal(null)
    })
  })

  describe('completing', () => {
    it('completes each item once, and ignores ids of others', async () => {
      await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
      const dispatches = await frontier.dispatch(10)
      await frontier.complete([
        ...completionsOf(dispatches.slice(0, 1)),
        ...completionsOf(dispatches.slice(0, 1), failure),
      ])
      await frontier.complete(
        ['a.99', 'a.0', 'b.1', 'a', 'x'].map((id) => ({ id, outcome: result('http://z.example/') })),
      )
      expect(await counts('a')).to.include({ running: 1, done: 1, failed: 0 })
      await frontier.complete(completionsOf(dispatches.slice(1), failure))
      const status = await frontier.status('a')
      expect([status?.state, status?.counts.failed]).to.deep.equal(['finished', 1])
      expect((await linesOf(fixture, 'a')).map(({ n, id }) => [n, id])).to.deep.equal([
        [1, 'a.1'],
        [2, 'a.2'],
      ])
    })

    it('removes a batch with its results when its retention is over', async () => {
      await startBatch(fixture, 'a', ['http://x.example/'])
      await frontier.complete(completionsOf(await frontier.dispatch(1)))
      use(await fixture.reopen({ retentionMs: -1 }))
      await eventually(async () => (await frontier.status('a')) === null)
      const tables = ['batches', 'items', 'seen', 'queues', 'parameters', 'marks']
      const rows = () =>
        tables.map((table) =>
          Number(fixture.database.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
        )
      await eventually(() => rows().every((count) => count === 0))
    })
  })

  describe('crawls', () => {
    it('adds the links of a page to the same batch until none is left', async () => {
      const links: Record<string, string[]> = {
        'http://x.example/': ['http://x.example/b', 'http://x.example/#top'],
        'http://x.example/b': ['http://x.example/'],
      }
      use(
        await fixture.reopen({
          discover: (_, { depth, parameters: { url } }) => ({
            items: (links[url] ?? []).map((to) => ({
              ...page(to, { depth: (depth ?? 0) + 1, from: url }),
              family: null,
            })),
            done: [],
          }),
        }),
      )
      await frontier.create(batchNamed('a', { crawl: crawlRules }))
      await frontier.add('a', [page('http://x.example/', { depth: 0 })])
      await frontier.start('a', false)
      for (let n = 0; n < 2; n++) await frontier.complete(completionsOf(await frontier.dispatch(10)))
      expect((await frontier.status('a'))?.state).to.equal('finished')
      expect((await linesOf(fixture, 'a')).map(({ url, depth, from }) => [url, depth, from])).to.deep.equal([
        ['http://x.example/', 0, null],
        ['http://x.example/b', 1, 'http://x.example/'],
      ])
    })

    it('adds no more pages than maxPages, nor members of a family than allowed, and records final URLs as seen', async () => {
      const found = numbered('x.example', 5).map((url) => ({
        ...page(url),
        family: { name: 'f', maxMembers: 2 },
      }))
      const others = numbered('y.example', 5).map((url) => ({ ...page(url), family: null }))
      const done = [page('http://y.example/1')]
      use(await fixture.reopen({ discover: () => ({ items: [...found, ...others], done }) }))
      await startBatch(fixture, 'a', ['http://x.example/'], { crawl: { ...crawlRules, maxPages: 5 } })
      await frontier.complete(completionsOf(await frontier.dispatch(10)))
      expect(await counts('a')).to.include({ accepted: 5, waiting: 4 })
      const urls = [...dispatchedUrls(await frontier.dispatch(10))]
      expect(urls.sort()).to.deep.equal([
        'http://x.example/1',
        'http://x.example/2',
        'http://y.example/2',
        'http://y.example/3',
      ])
    })

    it('loads the value of an outcome that is in the object store', async () => {
      const recorded: string[] = []
      use(
        await fixture.reopen({
          discover(_, __, outcome) {
            recorded.push(outcome.json)
            return { items: [], done: [] }
          },
        }),
      )
      await startBatch(fixture, 'a', ['http://x.example/'], { crawl: crawlRules })
      const [dispatch] = await frontier.dispatch(1)
      const outcome = { topic: 'result.metadata', timing: '', json: '', dataref: 'http://here/bodies/x.json' }
      await frontier.complete([{ id: idOf(dispatch as never), outcome, value: '{"result":1}' }])
      expect(recorded).to.deep.equal(['{"result":1}'])
    })

    it('writes no lines for discovery items, does not count them, and waits for them', async () => {
      await frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'seo-audit' }))
      await frontier.add('a', [page('http://x.example/'), page('http://x.example/', { role: 'discovery' })])
      await frontier.start('a', false)
      const dispatches = await frontier.dispatch(10)
      expect(dispatches.map((one) => 'operation' in one && one.operation)).to.deep.equal([
        'seo-audit',
        'metadata',
      ])
      await frontier.complete(completionsOf(dispatches.slice(0, 1)))
      expect((await frontier.status('a'))?.state).to.equal('running')
      await frontier.complete(completionsOf(dispatches.slice(1)))
      const status = await frontier.status('a')
      expect([status?.state, status?.counts.accepted, status?.counts.done]).to.deep.equal(['finished', 1, 1])
      expect(await linesOf(fixture, 'a')).to.have.length(1)
    })

    it('continues from a page without an answer as from a failed one', async () => {
      const seen: unknown[] = []
      use(
        await fixture.reopen({
          discover(_, __, { topic, json }) {
            seen.push(topic, JSON.parse(json).code)
            return { items: [], done: [] }
          },
        }),
      )
      await startBatch(fixture, 'a', ['http://x.example/'], { crawl: crawlRules })
      await frontier.dispatch(1)
      await frontier.complete([{ id: 'a.1', outcome: null }])
      expect(seen).to.deep.equal(['inspection.failed', 'INTERNAL_ERROR'])
      expect((await frontier.status('a'))?.state).to.equal('finished')
    })

    it('drops waiting items when its time is over', async () => {
      const createdAt = Date.now() - 120_000
      await startBatch(fixture, 'a', numbered('x.example', 5), {
        crawl: { ...crawlRules, maxMinutes: 1 },
        createdAt,
      })
      await eventually(async () => (await frontier.status('a'))?.state === 'finished')
      expect(await counts('a')).to.include({ accepted: 5, waiting: 0, running: 0 })
      expect(await frontier.dispatch(10)).to.deep.equal([])
    })
  })

  describe('a result of a waiting item, whose dispatch was lost in a power cut', () => {
    const endingOf = (id: string) => ({ id, outcome: result('http://x.example/2') })

    it('is accepted: no second one would arrive', async () => {
      await startBatch(fixture, 'a', numbered('x.example', 3))
      await frontier.complete([endingOf('a.2'), endingOf('a.2')])
      expect(await counts('a')).to.include({ waiting: 2, running: 0, done: 1 })
      expect((await frontier.status('a', 10))?.hosts).to.deep.equal([
        { host: 'x.example', waiting: 2, running: 0 },
      ])
      expect(dispatchedUrls(await frontier.dispatch(10))).to.deep.equal([
        'http://x.example/1',
        'http://x.example/3',
      ])
      await frontier.complete([endingOf('a.1'), endingOf('a.3')])
      expect((await frontier.status('a'))?.state).to.equal('finished')
      expect((await linesOf(fixture, 'a')).map(({ id }) => id)).to.deep.equal(['a.2', 'a.1', 'a.3'])
    })

    it('is accepted while the batch is paused', async () => {
      await startBatch(fixture, 'a', ['http://x.example/1'])
      await frontier.setState('a', 'paused')
      await frontier.complete([endingOf('a.1')])
      expect(await counts('a')).to.include({ waiting: 0, done: 1 })
    })

    it('is ignored for a cancelled batch, and for an unknown item', async () => {
      await startBatch(fixture, 'a', numbered('x.example', 3))
      await frontier.dispatch(1)
      await frontier.complete([endingOf('a.4'), endingOf('a.99')])
      await frontier.setState('a', 'cancelled')
      await frontier.complete([endingOf('a.2'), endingOf('a.3')])
      expect(await counts('a')).to.include({ accepted: 3, waiting: 0, running: 0, done: 0 })
      await frontier.complete([endingOf('a.1')])
      expect(await linesOf(fixture, 'a')).to.have.length(0)
    })
  })

  describe('deferred requests', () => {
    let offset = 0
    const requested = (id: string, url: string, more: Partial<LogRecord> = {}): LogRecord => {
      const json = JSON.stringify({ operation: 'metadata', parameters: { url } })
      const inspection = { id, operation: null, lane: 'batch', parameters: {}, url, expiresAt: null } as const
      const event = inspectionEvent(
        'inspection.requested.batch',
        id,
        { ...inspection, traceparent: null, timing: '' },
        json,
      )
      const headers = {
        ...toRecord('inspection.requested.batch', event).headers,
        pp_admitted: `there/0/${id}`,
      }
      offset += 1
      return {
        topic: 'inspection.deferred',
        partition: 0,
        offset,
        key: Buffer.from('k'),
        value: Buffer.from(json),
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)]),
        ),
        timestamp: 0,
        ...more,
      }
    }

    it('are dispatched unchanged when their host has capacity', async () => {
      const records = [1, 2, 3].map((n) => requested(`r${n}`, `http://x.example/${n}`))
      await frontier.defer(records)
      use(await fixture.reopen())
      const dispatches = await frontier.dispatch(10)
      const { key, value, headers } = records[0] as LogRecord
      expect(dispatches[0]).to.deep.equal({ id: 'r1', deferred: { key, value, headers }, lease: 1 })
      expect(dispatches.map(idOf)).to.deep.equal(['r1', 'r2'])
      expect((await frontier.inFlight(null, 10)).map(idOf)).to.deep.equal(['r1', 'r2'])
      await frontier.complete(completionsOf(dispatches))
      expect((await frontier.dispatch(10)).map(idOf)).to.deep.equal(['r3'])
    })

    it('are stored once, however often they are read, and never again after completion', async () => {
      const record = requested('r1', 'http://x.example/1')
      await frontier.defer([record, record])
      await frontier.defer([record, requested('r1', 'http://x.example/1', { offset: 99 })])
      const dispatches = await frontier.dispatch(10)
      expect(dispatches.map(idOf)).to.deep.equal(['r1'])
      await frontier.defer([record])
      await frontier.complete(completionsOf(dispatches))
      await frontier.defer([record])
      expect(await frontier.dispatch(10)).to.deep.equal([])
    })

    it('wait again, for a cooldown, when they come back', async () => {
      await frontier.defer([requested('r1', 'http://x.example/1')])
      expect(await frontier.dispatch(10)).to.have.length(1)
      await frontier.defer([requested('r1', 'http://x.example/1', { offset: 1000 })])
      expect(await frontier.inFlight(null, 10)).to.deep.equal([])
      expect(await frontier.dispatch(10)).to.deep.equal([])
      use(await fixture.reopen())
      fixture.database.db.exec('UPDATE queues SET rests_until = 1')
      let dispatches: Dispatch[] = []
      await eventually(async () => {
        dispatches = await frontier.dispatch(10)
        return dispatches.length > 0
      })
      expect(dispatches.map((one) => [idOf(one), one.lease])).to.deep.equal([['r1', 2]])
    })

    it('may carry the id of a batch item, and complete both', async () => {
      await startBatch(fixture, 'a', ['http://x.example/'])
      const [dispatch] = await frontier.dispatch(1)
      await frontier.defer([requested('a.1', 'http://x.example/')])
      expect((await frontier.dispatch(10)).map(idOf)).to.deep.equal(['a.1'])
      await frontier.complete(completionsOf([dispatch as never]))
      expect(await frontier.inFlight(null, 10)).to.deep.equal([])
      expect((await frontier.status('a'))?.state).to.equal('finished')
    })

    it('leave nothing in the queue of their host when they end before they are dispatched', async () => {
      await frontier.defer([requested('r1', 'http://x.example/1')])
      await frontier.complete([{ id: 'r1', outcome: result('http://x.example/1') }])
      expect(await frontier.dispatch(10)).to.deep.equal([])
      const { n } = fixture.database.db.prepare('SELECT count(*) AS n FROM queues').get() ?? {}
      expect(n).to.equal(0)
    })

    it('take turns with the batches', async () => {
      await startBatch(
        fixture,
        'a',
        Array.from({ length: 5 }, (_, n) => `http://h${n}.example/`),
      )
      await frontier.defer([1, 2, 3].map((n) => requested(`r${n}`, `http://f${n}.example/`)))
      const dispatches = await frontier.dispatch(4)
      expect(dispatches.filter((one) => 'deferred' in one)).to.have.length(2)
    })
  })
})
