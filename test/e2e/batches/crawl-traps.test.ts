import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import {
  type OpenSharedService,
  workerRealService,
  workerService,
} from '#test/support/service/worker-service.ts'
import { openTrapSite, type TrapSite, wordsOf } from './trap-site.ts'

type PageAt = Parameters<typeof openTrapSite>[0]

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1)
const token = () => randomBytes(8).toString('hex')
/** Letters only, as a word. */
const word = () => token().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)
const real = (number: number) => `/guide/${wordsOf(number, 2).replace(' ', '-')}-${number}`

const TIMEOUT_MS = 180_000
/** More than "a few dozen" is a failure. */
const FEW_DOZENS = 60
const LIST = wordsOf(1000, 120)

const traps: Readonly<Record<string, { path: () => string; page: (url: URL) => ReturnType<PageAt> }>> = {
  'session ids in a parameter of any name': {
    path: () => `/account?visitkey=${token()}`,
    page: () => ({
      title: 'Account',
      text: LIST,
      links: numbers(10).map(() => `/account?visitkey=${token()}`),
    }),
  },
  'session ids in a segment': {
    path: () => `/s/${word()}/welcome`,
    page: () => ({ title: 'Welcome', text: LIST, links: numbers(5).map(() => `/s/${word()}/welcome`) }),
  },
  'orders and views of one list': {
    path: () => '/offers?by=price&way=up&view=grid',
    page: () => ({
      title: 'Offers',
      text: LIST,
      links: numbers(12).flatMap((at) => [
        `/offers?by=price${at}&way=up&view=${token()}`,
        `/offers?by=name${at}&way=down&rows=${token()}`,
      ]),
    }),
  },
  'a calendar of days': {
    path: () => '/events?day=2026-11-28',
    page: (url) => {
      const day = new Date(url.searchParams.get('day') as string)
      const at = (days: number) => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
      const links = [-3, -2, -1, 1, 2, 3].map((days) => `/events?day=${at(days)}`)
      return { title: `Events on ${day.toUTCString()}`, text: 'There is nothing on this day.', links }
    },
  },
  'a last page without end': {
    path: () => '/archive?page=1',
    page: (url) => {
      const next = Number(url.searchParams.get('page')) + 1
      return {
        title: `Archive, page ${next - 1}`,
        text: LIST,
        links: [1, 2, 3, 4].map((at) => `/archive?page=${next + at}`),
      }
    },
  },
}

/** Sixty pages, each of which leads on, among the traps. */
const trappedSite: PageAt = (url) => {
  const at = numbers(60).findIndex((number) => real(number) === url.pathname) + 1
  const ways = Object.values(traps).map(({ path }) => path())
  if (url.pathname === '/') return { title: 'Home', text: wordsOf(0, 80), links: [...ways, real(1), real(2)] }
  if (at > 0)
    return {
      title: `Guide ${wordsOf(at, 3)}`,
      text: wordsOf(at, 80),
      links: [...ways, real(at + 1), real(at + 2)],
    }
  const trap = Object.values(traps).find(({ path }) => isAt(path(), url))
  return trap?.page(url) ?? null
}

const firstSegment = (path: string) => /^\/[^/?]+/.exec(path)?.[0]
const isAt = (path: string, url: URL) => firstSegment(path) === firstSegment(url.pathname)

const TEMPLATE = wordsOf(2000, 150)

const wholeSites: Readonly<
  Record<string, { count: number; path: (number: number) => string; text: (number: number) => string }>
> = {
  'a shop whose products share a template': {
    count: 150,
    path: (number) => `/shop/product-${number}`,
    text: (number) => `${wordsOf(number, 12)} ${TEMPLATE}`,
  },
  'an archive in pages': {
    count: 120,
    path: (number) => `/news?page=${number}`,
    text: (number) => wordsOf(number, 90),
  },
  'articles that differ in a parameter': {
    count: 120,
    path: (number) => `/article?id=${number}`,
    text: (number) => wordsOf(number, 90),
  },
}

interface Crawls {
  /** Paths of the pages that were inspected. */
  crawl(pageAt: PageAt, maxPages: number): Promise<string[]>
}

function crawlsOn(open: OpenSharedService): Crawls {
  let fixture: UsedService
  const sites: TrapSite[] = []
  before(async () => {
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    for (const site of sites) await site.close()
  })
  return {
    async crawl(pageAt, maxPages) {
      const site = await openTrapSite(pageAt)
      sites.push(site)
      const { origin } = site
      const answer = await fetch(`${fixture.url}/batches`, {
        method: 'POST',
        headers: { 'x-api-key': fixture.key, 'content-type': 'application/json' },
        body: JSON.stringify({
          urls: [`${origin}/`],
          parameters: { fields: 'links' },
          crawl: { max_pages: maxPages },
        }),
      })
      const { id } = (await answer.json()) as { id: string }
      const client = batchClient(fixture.url, fixture.key)
      await client.untilEnded(id)
      const paths: string[] = []
      for await (const { url } of client.results(id)) paths.push(url.replace(origin, ''))
      return paths
    },
  }
}

function findsAllAmongTraps(crawls: Crawls): void {
  it('finds all pages of a site with traps, each of which costs a few dozen pages', async () => {
    const paths = await crawls.crawl(trappedSite, 300)
    expect(paths).to.include.members(numbers(60).map(real))
    for (const [what, { path }] of Object.entries(traps)) {
      const cost = paths.filter((one) => firstSegment(one) === firstSegment(path())).length
      expect(cost, what).to.be.within(1, FEW_DOZENS)
    }
  })
}

describe('crawls of endless sites, on the embedded adapters', function () {
  this.timeout(TIMEOUT_MS)
  const crawls = crawlsOn(workerService)
  findsAllAmongTraps(crawls)

  for (const [what, { count, path, text }] of Object.entries(wholeSites)) {
    it(`finds all pages of ${what}`, async () => {
      const pages = new Map(numbers(count).map((number) => [path(number), number]))
      const paths = await crawls.crawl((url) => {
        const number = pages.get(url.pathname + url.search)
        if (number === undefined && url.pathname !== '/') return null
        const at = number ?? 0
        const links = numbers(20)
          .map((step) => at + step)
          .filter((next) => next <= count)
        return { title: `Piece ${wordsOf(at, 3)}`, text: text(at), links: links.map(path) }
      }, 300)
      expect(paths).to.include.members([...pages.keys()])
    })
  }
})

/** What a page of a trap costs is judged where the frontier is. */
describe('crawls of endless sites, on Kafka, Redis and MinIO', function () {
  this.timeout(TIMEOUT_MS)
  findsAllAmongTraps(crawlsOn(workerRealService()))
})
