import { expect } from 'chai'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  failure,
  idOf,
  linesOf,
  page,
  result,
  startBatch,
  storeOfEachTest,
} from '../../store-fixture.ts'

describe('completeItems', () => {
  const store = storeOfEachTest()

  it('completes each item once, and ignores ids of others', async () => {
    await startBatch(store, 'a', ['http://x.example/', 'http://y.example/'])
    const dispatches = await store.frontier.dispatch(10)
    await store.frontier.complete([
      ...completionsOf(dispatches.slice(0, 1)),
      ...completionsOf(dispatches.slice(0, 1), failure),
    ])
    await store.frontier.complete(
      ['a.99', 'a.0', 'b.1', 'a', 'x'].map((id) => ({ id, outcome: result('http://z.example/') })),
    )
    expect(await store.counts('a')).to.include({ running: 1, done: 1, failed: 0 })
    await store.frontier.complete(completionsOf(dispatches.slice(1), failure))
    const status = await store.frontier.status('a')
    expect([status?.state, status?.counts.failed]).to.deep.equal(['finished', 1])
    expect((await linesOf(store, 'a')).map(({ n, id }) => [n, id])).to.deep.equal([
      [1, 'a.1'],
      [2, 'a.2'],
    ])
  })

  it('adds the links of a page to the same batch until none is left', async () => {
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
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add('a', [page('http://x.example/', { depth: 0 })])
    await store.frontier.start('a', false)
    for (let n = 0; n < 2; n++)
      await store.frontier.complete(completionsOf(await store.frontier.dispatch(10)))
    expect((await store.frontier.status('a'))?.state).to.equal('finished')
    expect((await linesOf(store, 'a')).map(({ url, depth, from }) => [url, depth, from])).to.deep.equal([
      ['http://x.example/', 0, null],
      ['http://x.example/b', 1, 'http://x.example/'],
    ])
  })

  it('loads the value of an outcome that is in the object store', async () => {
    const recorded: string[] = []
    await store.reopen({
      discover(_, __, outcome) {
        recorded.push(outcome.json)
        return { items: [], done: [] }
      },
    })
    await startBatch(store, 'a', ['http://x.example/'], { crawl: crawlRules })
    const [dispatch] = await store.frontier.dispatch(1)
    const outcome = { topic: 'result.metadata', timing: '', json: '', dataref: 'http://here/bodies/x.json' }
    await store.frontier.complete([{ id: idOf(dispatch as never), outcome, value: '{"result":1}' }])
    expect(recorded).to.deep.equal(['{"result":1}'])
  })

  it('writes no lines for discovery items, does not count them, and waits for them', async () => {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'seo-audit' }))
    await store.frontier.add('a', [
      page('http://x.example/'),
      page('http://x.example/', { role: 'discovery' }),
    ])
    await store.frontier.start('a', false)
    const dispatches = await store.frontier.dispatch(10)
    expect(dispatches.map((one) => 'operation' in one && one.operation)).to.deep.equal([
      'seo-audit',
      'metadata',
    ])
    await store.frontier.complete(completionsOf(dispatches.slice(0, 1)))
    expect((await store.frontier.status('a'))?.state).to.equal('running')
    await store.frontier.complete(completionsOf(dispatches.slice(1)))
    const status = await store.frontier.status('a')
    expect([status?.state, status?.counts.accepted, status?.counts.done]).to.deep.equal(['finished', 1, 1])
    expect(await linesOf(store, 'a')).to.have.length(1)
  })

  it('continues from a page without an answer as from a failed one', async () => {
    const seen: unknown[] = []
    await store.reopen({
      discover(_, __, { topic, json }) {
        seen.push(topic, JSON.parse(json).code)
        return { items: [], done: [] }
      },
    })
    await startBatch(store, 'a', ['http://x.example/'], { crawl: crawlRules })
    await store.frontier.dispatch(1)
    await store.frontier.complete([{ id: 'a.1', outcome: null }])
    expect(seen).to.deep.equal(['inspection.failed', 'INTERNAL_ERROR'])
    expect((await store.frontier.status('a'))?.state).to.equal('finished')
  })
})
