import { expect } from 'chai'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  numbered,
  page,
  startBatch,
  storeOfEachTest,
} from '../../store-fixture.ts'

describe('insertItems', () => {
  const store = storeOfEachTest()

  it('ignores items that the batch has: same URL except for the fragment, same parameters, same role', async () => {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'snapshot' }))
    const mobile = { parameters: { url: 'http://one.example/', fields: 'basic', device: 'mobile' } }
    const items = [
      page('http://one.example/'),
      page('HTTP://ONE.example:80/#part'),
      page('http://one.example/?x'),
      page('http://one.example/', mobile),
      page('http://one.example/', { role: 'discovery' }),
      page('http://one.example/x/../'),
    ]
    expect(await store.frontier.add('a', items)).to.deep.equal([true, false, true, true, true, false])
    expect(await store.frontier.add('a', items)).to.deep.equal(items.map(() => false))
    expect((await store.counts('a'))?.accepted).to.equal(3)
  })

  for (const [operation, expected] of [
    ['snapshot', [true, true, false]],
    ['performance', [true, true, false]],
    ['metadata', [true, false, false]],
    ['seo-audit', [true, false, false]],
  ] as const) {
    it(`adds a page of a list once for each fragment where a browser shows it: ${operation}`, async () => {
      await store.frontier.create(batchNamed('a', { operation }))
      const items = ['#one', '#two', '#one'].map((end) => page(`http://one.example/${end}`))
      expect(await store.frontier.add('a', items)).to.deep.equal(expected)
    })
  }

  it('adds no more pages than maxPages, nor members of a family than allowed, and records final URLs as seen', async () => {
    const found = numbered('x.example', 5).map((url) => ({
      ...page(url),
      family: { name: 'f', maxMembers: 2 },
    }))
    const others = numbered('y.example', 5).map((url) => ({ ...page(url), family: null }))
    const done = [page('http://y.example/1')]
    await store.reopen({ discover: () => ({ items: [...found, ...others], done }) })
    await startBatch(store, 'a', ['http://x.example/'], { crawl: { ...crawlRules, maxPages: 5 } })
    await store.frontier.complete(completionsOf(await store.frontier.dispatch(10)))
    expect(await store.counts('a')).to.include({ accepted: 5, waiting: 4 })
    const urls = [...dispatchedUrls(await store.frontier.dispatch(10))]
    expect(urls.sort()).to.deep.equal([
      'http://x.example/1',
      'http://x.example/2',
      'http://y.example/2',
      'http://y.example/3',
    ])
  })
})
