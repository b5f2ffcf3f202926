import { expect } from 'chai'
import { dispatchedUrls, startBatch, storeOfEachTest } from '../../store-fixture.ts'

describe('openTables', () => {
  const store = storeOfEachTest()

  it('gives hosts that share a rate limit one share of the window, and others the rest', async () => {
    const queueOf = (url: string) => new URL(url).hostname.replace(/^.*\.(shop\.example)$/, '$1')
    await store.reopen({ queueOf })
    const shops = Array.from({ length: 10 }, (_, n) => `http://s${n}.shop.example/`)
    await startBatch(store, 'a', [...shops, 'http://x.example/'])
    const dispatches = dispatchedUrls(await store.frontier.dispatch(100))
    expect(dispatches).to.deep.equal([
      'http://s0.shop.example/',
      'http://x.example/',
      'http://s1.shop.example/',
    ])
    const status = await store.frontier.status('a', 10)
    expect(status?.hosts?.map(({ host }) => host)).to.include('shop.example')
  })
})
