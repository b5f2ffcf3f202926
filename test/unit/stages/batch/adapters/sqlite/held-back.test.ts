import { expect } from 'chai'
import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import type { Discover, Item, NewItem } from '#stages/batch/frontier/frontier.ts'
import { inspectionId } from '#stages/batch/frontier/frontier.ts'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { crawl } from '../../crawl/crawl-fixture.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'
import { pageFacts } from './site/page-facts.ts'

const site = 'https://x.example'
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1)

/** What a page of the site links to. */
type Links = (path: string) => readonly string[]

function discoverOf(linksOf: Links): Discover {
  return (_, { parameters, depth }) => ({
    items: linksOf(parameters.url.replace(site, '')).map((path): NewItem & { family: null } => ({
      parameters: { url: site + path },
      depth: (depth ?? 0) + 1,
      from: parameters.url,
      role: 'page',
      scope: 'x.example',
      family: null,
    })),
    done: [],
  })
}

/** Pages below /same/ have one title, all others their own. */
function outcomeOf({ parameters: { url } }: Item) {
  const title = url.includes('/same/') ? 'Same' : url.replace(/\d+/g, (digits) => 'x'.repeat(Number(digits)))
  const siteFacts = encodePageFacts(pageFacts(url, { title }))
  return {
    topic: 'result.metadata' as const,
    timing: '',
    json: JSON.stringify({ url, result: {} }),
    dataref: null,
    siteFacts,
  }
}

interface Crawl {
  readonly linksOf: Links
  readonly maxPages?: number
  /** Called after each page. */
  between?(store: StoreFixture): Promise<StoreFixture>
}

async function pagesOf({ linksOf: links, maxPages = 1000, between }: Crawl): Promise<string[]> {
  let store = await openStoreFixture({ discover: discoverOf(links) })
  try {
    const start: NewItem = {
      parameters: { url: `${site}/` },
      depth: 0,
      from: null,
      role: 'page',
      scope: null,
    }
    await store.frontier.create({ ...crawl({ maxPages }), createdAt: Date.now() })
    await store.frontier.add('b1', [start])
    await store.frontier.start('b1', false)
    for (;;) {
      const [one] = await store.frontier.dispatch(1)
      if (one === undefined || !('item' in one)) break
      const { batch, seq } = one.item
      await store.frontier.complete([{ id: inspectionId(batch, seq), outcome: outcomeOf(one.item) }])
      store = (await between?.(store)) ?? store
    }
    expect((await store.frontier.status('b1'))?.state).to.equal('finished')
    return (await linesOf(store, 'b1')).map(({ url }) => String(url).replace(site, ''))
  } finally {
    await store.end()
  }
}

const same = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/same/'))
const trap: Links = (path) => {
  const at = Number(/\d+/.exec(path)?.[0] ?? 0)
  return path === '/' || path.startsWith('/same/') ? numbers(3).map((step) => `/same/${3 * at + step}`) : []
}

describe('families of a crawl', function () {
  this.timeout(60_000)

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
