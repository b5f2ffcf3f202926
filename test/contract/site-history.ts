import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ResultStore } from '#shared/ports/result-store.ts'
import {
  addCrawl,
  CRAWLS_OF_A_SITE,
  listSites,
  readSite,
  SITES_OF_AN_OWNER,
  type SiteCrawl,
} from '#shared/store/site-history.ts'

const DAY_MS = 86_400_000
const YEAR_SECONDS = 365 * 86_400
/** The start of the present UTC day: the store's own expiry is by the clock. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS

/** A crawl that finished some days before (below 0) or after the start. */
function crawlOf(days: number, more: Partial<SiteCrawl> = {}): SiteCrawl {
  return {
    batch: `batch${days}`,
    operation: 'seo-audit',
    finishedAt: new Date(START + days * DAY_MS).toISOString(),
    ...{ score: 91.5, pages: 12, notIndexable: 2, errors: 1, newIssues: null, fixedIssues: null },
    ...more,
  }
}

/** The history of sites on every ResultStore: two instances of this process, and one as in another process. */
export function siteHistoryContract(instances: () => [ResultStore, ResultStore, ResultStore]): void {
  describe('the history of sites', () => {
    let stores: [ResultStore, ResultStore, ResultStore]
    let store: ResultStore
    let owner: string
    before(() => {
      stores = instances()
      store = stores[0]
    })
    beforeEach(() => {
      owner = `Owner: \n*{}${randomUUID()}`
    })

    const add = (host: string, crawl: SiteCrawl, to = store, seconds = YEAR_SECONDS) =>
      addCrawl(to, { owner, host, crawl }, seconds)
    const hostsOf = async (limit: number, cursor: Parameters<typeof listSites>[2]['cursor'] = null) => {
      const { sites, next } = await listSites(store, owner, { limit, cursor })
      return { hosts: sites.map(({ host }) => host), next }
    }

    it('is empty for an owner without crawls', async () => {
      expect(await readSite(store, owner, 'a.example')).to.equal(null)
      expect(await listSites(store, owner, { limit: 10, cursor: null })).to.deep.equal({
        sites: [],
        next: null,
      })
    })

    it('has the crawls of a site newest first, in whatever order they arrive, for every process', async () => {
      for (const days of [-2, -3, -1]) await add('a.example', crawlOf(days, { score: null, newIssues: 4 }))
      const crawls = [-1, -2, -3].map((days) => crawlOf(days, { score: null, newIssues: 4 }))
      for (const one of stores)
        expect(await readSite(one, owner, 'a.example')).to.deep.equal({ host: 'a.example', crawls })
    })

    it('counts a crawl that is added twice once, with its last figures', async () => {
      await add('a.example', crawlOf(-2))
      await add('a.example', crawlOf(-1))
      await add('a.example', crawlOf(-2, { newIssues: 3 }))
      const { crawls } = (await readSite(store, owner, 'a.example')) ?? { crawls: [] }
      expect(crawls).to.deep.equal([crawlOf(-1), crawlOf(-2, { newIssues: 3 })])
      expect((await hostsOf(10)).hosts).to.deep.equal(['a.example'])
    })

    it('tells owners, hosts and names of keys apart', async () => {
      await add('a.example', crawlOf(-1))
      for (const other of [`${owner} `, owner.toUpperCase(), '', ':turn'])
        expect(await readSite(store, other, 'a.example'), other).to.equal(null)
      for (const host of ['example', 'a.example.', '', 'turn'])
        expect(await readSite(store, owner, host), host).to.equal(null)
    })

    it('loses no crawl when several processes add at the same time', async () => {
      const added = Array.from({ length: 24 }, (_, n) => [`${n % 3}.example`, crawlOf(-1 - n)] as const)
      await Promise.all(added.map(([host, crawl], n) => add(host, crawl, stores[n % 3])))
      const { sites } = await listSites(store, owner, { limit: 10, cursor: null })
      expect(sites.map(({ host, crawls }) => [host, crawls.length])).to.deep.equal([
        ['0.example', 8],
        ['1.example', 8],
        ['2.example', 8],
      ])
    })

    it('lists sites by their last crawl, and no site twice when others are crawled between two pages', async () => {
      for (const [n, host] of ['e', 'd', 'c', 'b', 'a'].entries()) await add(host, crawlOf(n - 10))
      const first = await hostsOf(2)
      expect(first.hosts).to.deep.equal(['a', 'b'])
      await add('new', crawlOf(-1))
      await add('b', crawlOf(-2))
      const second = await hostsOf(2, first.next)
      expect(second.hosts).to.deep.equal(['c', 'd'])
      expect(await hostsOf(2, second.next)).to.deep.equal({ hosts: ['e'], next: null })
      expect((await hostsOf(9)).hosts).to.deep.equal(['new', 'b', 'a', 'c', 'd', 'e'])
    })

    it('tells sites apart whose crawls finished at the same time', async () => {
      for (const host of ['c', 'a', 'b']) await add(host, crawlOf(-1, { batch: host }))
      const first = await hostsOf(1)
      const second = await hostsOf(1, first.next)
      expect([first.hosts, second.hosts, (await hostsOf(1, second.next)).hosts]).to.deep.equal([
        ['a'],
        ['b'],
        ['c'],
      ])
    })

    it('keeps a crawl for its time from its end on, and forgets it and its site then', async () => {
      const weekSeconds = 7 * 86_400
      await add('a.example', crawlOf(-6), store, weekSeconds)
      await add('a.example', crawlOf(-5), store, weekSeconds)
      const crawlsAt = async (days: number) =>
        (await readSite(store, owner, 'a.example', START + days * DAY_MS))?.crawls.length
      expect([await crawlsAt(0.9), await crawlsAt(1), await crawlsAt(2)]).to.deep.equal([2, 1, undefined])
      const later = await listSites(store, owner, { limit: 1, cursor: null }, START + 2 * DAY_MS)
      expect(later).to.deep.equal({ sites: [], next: null })
    })

    it('keeps the newest crawls of a site, and the sites that were crawled last', async () => {
      const minute = (n: number) =>
        crawlOf(-1, { batch: `b${n}`, finishedAt: new Date(START - DAY_MS + n * 60_000).toISOString() })
      for (let n = 0; n <= CRAWLS_OF_A_SITE; n++) await add('much.example', minute(n))
      const { crawls } = (await readSite(store, owner, 'much.example')) ?? { crawls: [] }
      expect([crawls.length, crawls[0]?.batch, crawls.at(-1)?.batch]).to.deep.equal([
        CRAWLS_OF_A_SITE,
        `b${CRAWLS_OF_A_SITE}`,
        'b1',
      ])
      for (let n = 0; n < SITES_OF_AN_OWNER; n++) await add(`${n}.example`, minute(1000 + n))
      expect(await readSite(store, owner, 'much.example')).to.equal(null)
      expect((await hostsOf(SITES_OF_AN_OWNER + 1)).hosts).to.have.length(SITES_OF_AN_OWNER)
    }).timeout(60_000)
  })
}
