import { expect } from 'chai'
import { a, b } from './batch-ids.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  failure,
  idOf,
  itemsOf,
  linesOf,
  page,
  result,
  startBatch,
} from './batch-scene.ts'
import type { FrontierScene } from './frontier-fixture.ts'

/** Completing items, and what their pages add to a crawl. */
export function frontierCompletionsContract(store: FrontierScene): void {
  describe('completions', () => {
    it('count once for each item, and ids of others are ignored', async () => {
      await startBatch(store, a, ['http://x.example/', 'http://y.example/'])
      const dispatches = await store.dispatch(10)
      await store.frontier.complete([
        ...completionsOf(dispatches.slice(0, 1)),
        ...completionsOf(dispatches.slice(0, 1), failure),
      ])
      const unknown = Math.max(...itemsOf(dispatches).map(({ seq }) => seq)) + 97
      await store.frontier.complete(
        [`${a}.${unknown}`, `${a}.0`, `${b}.1`, a, 'x'].map((id) => ({
          id,
          outcome: result('http://z.example/'),
        })),
      )
      expect(await store.counts(a)).to.include({ running: 1, done: 1, failed: 0 })
      await store.frontier.complete(completionsOf(dispatches.slice(1), failure))
      const status = await store.frontier.status(a)
      expect([status?.state, status?.counts.failed]).to.deep.equal(['finished', 1])
      expect((await linesOf(store, a)).map(({ n, id }) => [n, id])).to.deep.equal([
        [1, idOf(dispatches[0] as never)],
        [2, idOf(dispatches[1] as never)],
      ])
    })

    it('tell which items they ended, how often these were released, and the numbers of their lines', async () => {
      await startBatch(store, a, ['http://x.example/', 'http://y.example/'])
      const [first, second] = completionsOf(await store.dispatch(10))
      const ended = await store.frontier.complete([second as never])
      expect(ended).to.deep.equal([{ id: second?.id, lease: 1, line: 1 }])
      expect(await store.frontier.complete([second as never, first as never])).to.deep.equal([
        { id: first?.id, lease: 1, line: 2 },
      ])
      expect(await store.frontier.complete([{ id: 'x', outcome: null }])).to.deep.equal([])
    })

    it('of another URL than that of the item end nothing; it may be spelt in another way, or missing', async () => {
      const urls = ['http://x.example/a', 'http://y.example/', 'http://z.example/']
      await startBatch(store, a, urls)
      const completions = completionsOf(await store.dispatch(10))
      const urlOf = ({ id }: { readonly id: string }) =>
        urls[Number(id.slice(id.lastIndexOf('.') + 1)) - 1] ?? ''
      await store.frontier.complete(completions.map((one) => ({ ...one, url: `${urlOf(one)}/other` })))
      expect(await store.counts(a)).to.include({ running: 3, done: 0 })
      const [first, second, third] = completions
      await store.frontier.complete([
        {
          ...first,
          url: urlOf(first as never)
            .toUpperCase()
            .replace('/A', '/a'),
        } as never,
        { ...second, url: urlOf(second as never) } as never,
        { ...third, url: null } as never,
      ])
      expect(await store.counts(a)).to.include({ running: 0, done: 3 })
    })

    it('count once after a restart, and when two calls run at the same time', async () => {
      await startBatch(store, a, ['http://x.example/', 'http://y.example/'])
      const completions = completionsOf(await store.dispatch(10))
      await Promise.all([1, 2].map(() => store.frontier.complete(completions.slice(0, 1))))
      await store.reopen()
      await store.frontier.complete(completions)
      expect(await store.counts(a)).to.include({ running: 0, done: 2 })
      expect((await linesOf(store, a)).map(({ n, id }) => [n, id])).to.deep.equal(
        completions.map(({ id }, index) => [index + 1, id]),
      )
    })

    it('are all kept when they are many in one call', async () => {
      const urls = Array.from({ length: 500 }, (_, n) => `http://h${n}.example/`)
      await startBatch(store, a, urls)
      await store.frontier.complete(completionsOf(await store.dispatch(500)))
      expect((await store.frontier.status(a))?.state).to.equal('finished')
      const lines = await linesOf(store, a)
      expect(lines.map(({ n }) => n)).to.deep.equal(urls.map((_, index) => index + 1))
      expect(lines.map(({ url }) => url).sort()).to.deep.equal(urls.toSorted())
    })

    it('add the links of a page to the same batch until none is left', async () => {
      const links: Record<string, string[]> = {
        'http://x.example/': ['http://x.example/b', 'http://x.example/#top'],
        'http://x.example/b': ['http://x.example/'],
      }
      await store.reopen({
        discover: (_, { depth, parameters: { url } }) => ({
          items: (links[url] ?? []).map((to) => ({
            ...page(to, { depth: (depth ?? 0) + 1, from: url }),
            family: null,
          })),
          done: [],
        }),
      })
      await store.frontier.create(batchNamed(a, { crawl: crawlRules }))
      await store.frontier.add(a, [page('http://x.example/', { depth: 0 })])
      await store.frontier.start(a, false)
      for (let n = 0; n < 2; n++) await store.frontier.complete(completionsOf(await store.dispatch(10)))
      expect((await store.frontier.status(a))?.state).to.equal('finished')
      expect((await linesOf(store, a)).map(({ url, depth, from }) => [url, depth, from])).to.deep.equal([
        ['http://x.example/', 0, null],
        ['http://x.example/b', 1, 'http://x.example/'],
      ])
    })

    it('read the links in the loaded value of an outcome that is in the object store', async () => {
      const recorded: string[] = []
      await store.reopen({
        discover(_, __, outcome) {
          recorded.push(outcome.json)
          return { items: [], done: [] }
        },
      })
      await startBatch(store, a, ['http://x.example/'], { crawl: crawlRules })
      const [dispatch] = await store.dispatch(1)
      const outcome = { topic: 'result.metadata', timing: '', json: '', dataref: 'http://here/bodies/x.json' }
      await store.frontier.complete([{ id: idOf(dispatch as never), outcome, value: '{"result":1}' }])
      expect(recorded).to.deep.equal(['{"result":1}'])
    })

    it('of discovery items write no lines and do not count, and the batch waits for them', async () => {
      await store.frontier.create(batchNamed(a, { crawl: crawlRules, operation: 'seo-audit' }))
      await store.frontier.add(a, [
        page('http://x.example/'),
        page('http://x.example/', { role: 'discovery' }),
      ])
      await store.frontier.start(a, false)
      const dispatches = await store.dispatch(10)
      const withRole = (role: string) => dispatches.filter((one) => 'item' in one && one.item.role === role)
      const operationOf = (role: string) => withRole(role).map((one) => 'operation' in one && one.operation)
      expect(operationOf('page')).to.deep.equal(['seo-audit'])
      expect(operationOf('discovery')).to.deep.equal(['metadata'])
      await store.frontier.complete(completionsOf(withRole('page')))
      expect((await store.frontier.status(a))?.state).to.equal('running')
      await store.frontier.complete(completionsOf(withRole('discovery')))
      const status = await store.frontier.status(a)
      expect([status?.state, status?.counts.accepted, status?.counts.done]).to.deep.equal(['finished', 1, 1])
      expect(await linesOf(store, a)).to.have.length(1)
    })

    it('without an outcome go on as those of a failed page', async () => {
      const seen: unknown[] = []
      await store.reopen({
        discover(_, __, { topic, json }) {
          seen.push(topic, JSON.parse(json).code)
          return { items: [], done: [] }
        },
      })
      await startBatch(store, a, ['http://x.example/'], { crawl: crawlRules })
      const [dispatch] = await store.dispatch(1)
      await store.frontier.complete([{ id: idOf(dispatch as never), outcome: null }])
      expect(seen).to.deep.equal(['inspection.failed', 'INTERNAL_ERROR'])
      expect((await store.frontier.status(a))?.state).to.equal('finished')
    })
  })
}
