import { expect } from 'chai'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { crawl } from '../../crawl/crawl-fixture.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'
import { discoverOf, endOf, type Links, numbers, pathOf, start, trap } from './held-back/trap-scene.ts'

interface Crawl {
  readonly linksOf: Links
  readonly maxPages?: number
  /** Called after each page. */
  between?(store: StoreFixture): Promise<StoreFixture>
}

async function pagesOf({ linksOf: links, maxPages = 1000, between }: Crawl): Promise<string[]> {
  let store = await openStoreFixture({ discover: discoverOf(links) })
  try {
    await store.frontier.create({ ...crawl({ maxPages }), createdAt: Date.now() })
    await store.frontier.add('b1', [start])
    await store.frontier.start('b1', false)
    for (;;) {
      const [one] = (await store.frontier.dispatch(1)).dispatches
      if (one === undefined || !('item' in one)) break
      await store.frontier.complete([endOf(one)])
      store = (await between?.(store)) ?? store
    }
    expect((await store.frontier.status('b1'))?.state).to.equal('finished')
    return (await linesOf(store, 'b1')).map(({ url }) => pathOf(String(url)))
  } finally {
    await store.end()
  }
}

const same = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/same/'))
describe('families of a crawl', () => {
  it('end in samples when the same page comes again and again', async () => {
    // Short pages that are the same count half: 80 of them, and what samples cost.
    expect(same(await pagesOf({ linksOf: trap })).length).to.be.within(80, 95)
  })

  it('are found whole when their pages differ, in any number', async () => {
    const linksOf: Links = (path) => (path === '/' ? numbers(300).map((number) => `/item/${number}`) : [])
    const pages = await pagesOf({ linksOf })
    expect(new Set(pages)).to.have.property('size', 301)
  })

  it('leave the places of a crawl to others', async () => {
    const linksOf: Links = (path) =>
      path === '/'
        ? [...numbers(200).map((number) => `/same/${number}`), '/real/1']
        : path.startsWith('/real/') && path !== '/real/40'
          ? [`/real/${Number(path.slice(6)) + 1}`]
          : []
    const pages = await pagesOf({ linksOf, maxPages: 100 })
    expect(pages).to.include.members(numbers(40).map((number) => `/real/${number}`))
    expect(pages).to.have.length(100)
  })

  it('go on in the next process as in the same one', async () => {
    const whole = await pagesOf({ linksOf: trap })
    let page = 0
    const between = async (store: StoreFixture) => (++page % 25 === 0 ? store.reopen() : store)
    expect(await pagesOf({ linksOf: trap, between })).to.deep.equal(whole)
  })
})
