import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { a, b } from '../batch-ids.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  failure,
  idOf,
  linesOf,
  numbered,
  page,
  result,
  startBatch,
} from '../batch-scene.ts'
import { dispatchAll, dispatchBy, type PartsScene } from './parts-fixture.ts'

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)
const from1 = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** More than 20 MB of result lines in all. */
const LARGE = 150_000
const IN_ROUND = 10
const ROUNDS = 15

/** Endings that reach any part, several times, and what they add to crawls. */
export function endingsOfPartsContract(store: PartsScene): void {
  describe('endings at several parts', () => {
    it('count once, whichever part they reach, together and again', async () => {
      await startBatch(store.first, a, hosts(120))
      const given = (await dispatchAll(store.all, 25)).flat()
      const endings = [...completionsOf(given.slice(0, 90)), ...completionsOf(given.slice(90), failure)]
      await Promise.all([
        store.first.frontier.complete(endings),
        store.second.frontier.complete(endings.toReversed()),
        store.third.frontier.complete(endings.slice(30)),
      ])
      await store.second.frontier.complete(endings)
      const status = await store.third.frontier.status(a)
      expect(status?.state).to.equal('finished')
      expect(status?.counts).to.include({ accepted: 120, waiting: 0, running: 0, done: 90, failed: 30 })
      const lines = await linesOf(store.second, a)
      expect(lines.map(({ n }) => n)).to.deep.equal(from1(120))
      expect(lines.map(({ id }) => id).toSorted()).to.deep.equal(given.map(idOf).toSorted())
    })

    it('give lines without gap in each batch, which all parts read alike', async () => {
      for (const id of [a, b]) await startBatch(store.first, id, hosts(60))
      const [one = [], two = [], three = []] = await dispatchAll(store.all, 8)
      const inTurn = async (given: readonly Dispatch[], at: number) => {
        for (let n = 0; n < given.length; n += 5)
          await store.all[at]?.frontier.complete(completionsOf(given.slice(n, n + 5)))
      }
      await Promise.all([inTurn(one, 1), inTurn(two, 2), inTurn(three, 0)])
      for (const id of [a, b]) {
        const [lines, ...others] = await Promise.all(store.all.map((part) => linesOf(part, id)))
        expect(lines?.map(({ n }) => n)).to.deep.equal(from1(60))
        expect(lines?.every((line) => line.id.startsWith(`${id}.`))).to.equal(true)
        for (const other of others) expect(other).to.deep.equal(lines)
      }
    })

    it('are followed by readers at other parts, until the batch finishes', async () => {
      await startBatch(store.first, a, hosts(30))
      const readers = store.all.flatMap((part) =>
        [0, 12].map((after) => linesOf(part, a, { after, isFollowing: true })),
      )
      for (let n = 0; n < 10; n++) {
        const given = await dispatchBy(store.all[n % 3] as never, 3)
        await store.all[(n + 1) % 3]?.frontier.complete(completionsOf(given))
      }
      for (const [at, lines] of (await Promise.all(readers)).entries())
        expect(lines.map(({ n }) => n)).to.deep.equal(from1(30).slice(at % 2 === 0 ? 0 : 12))
    })

    it('are read whole at all parts while they are many, and after the end', async () => {
      const urls = hosts(ROUNDS * IN_ROUND)
      await startBatch(store.first, a, urls)
      const readers = store.all.map((part) => linesOf(part, a, { isFollowing: true }))
      for (let round = 0; round < ROUNDS; round++) {
        const given = await dispatchBy(store.all[round % 3] as never, IN_ROUND)
        const large = (url: string) => result(url, 'x'.repeat(LARGE))
        await store.all[(round + 1) % 3]?.frontier.complete(completionsOf(given, large))
      }
      for (const lines of await Promise.all(readers))
        expect(lines.map(({ n }) => n)).to.deep.equal(from1(urls.length))
      for (const after of [0, 1, urls.length / 2, urls.length - 1]) {
        const lines = await linesOf(store.all[after % 3] as never, a, { after })
        expect(lines.map(({ n }) => n)).to.deep.equal(from1(urls.length).slice(after))
        expect(lines.every((line) => String(line.result).length === LARGE)).to.equal(true)
      }
    })

    it('of a cancelled batch change nothing at any part', async () => {
      await startBatch(store.first, a, hosts(20))
      const given = await dispatchBy(store.second, 10)
      await store.second.frontier.complete(completionsOf(given.slice(0, 2)))
      const cancelled = await store.first.frontier.setState(a, 'cancelled')
      await Promise.all(store.all.map(({ frontier }) => frontier.complete(completionsOf(given))))
      for (const part of store.all) {
        expect((await part.frontier.status(a))?.counts).to.deep.equal(cancelled?.counts)
        expect(await linesOf(part, a)).to.have.length(2)
      }
    })
  })

  describe('a crawl whose pages end at several parts', () => {
    /** Each page links to three of 40 that follow it, and all to one that is in a family of its own. */
    const links = (url: string) => {
      const at = Number(new URL(url).pathname.slice(1))
      return [at + 1, 2 * at + 1, 3 * at + 1].filter((to) => to <= 40)
    }
    const discover = (
      _: unknown,
      { depth, parameters: { url } }: { depth: number | null; parameters: { url: string } },
    ) => ({
      items: [
        ...links(url).map((to) => ({
          ...page(`http://x.example/${to}`, { depth: (depth ?? 0) + 1, from: url }),
          family: null,
        })),
        {
          ...page(`http://x.example/variant?of=${url}`, { depth: 1, from: url }),
          family: { name: 'variants', maxMembers: 5 },
        },
      ],
      done: [],
    })

    async function crawl(maxPages: number): Promise<void> {
      await store.open({ discover, perHost: 12 })
      await store.first.frontier.create(batchNamed(a, { crawl: { ...crawlRules, maxPages } }))
      await store.first.frontier.add(a, [page('http://x.example/0', { depth: 0 })])
      await store.first.frontier.start(a, false)
      for (;;) {
        const given = (await dispatchAll(store.all, 3)).flat()
        if (given.length === 0) return
        const shares = store.all.map((_, at) => given.filter((_, n) => n % 3 === at))
        await Promise.all(
          shares.map((share, at) => store.all[(at + 1) % 3]?.frontier.complete(completionsOf(share))),
        )
      }
    }

    it('visits each page once, and as many variants as a family may have', async () => {
      await crawl(1000)
      const status = await store.second.frontier.status(a)
      expect(status?.state).to.equal('finished')
      const urls = (await linesOf(store.third, a)).map(({ url }) => url)
      const pages = urls.filter((url) => !url.includes('variant'))
      expect(pages.toSorted()).to.deep.equal([0, ...from1(40)].map((n) => `http://x.example/${n}`).toSorted())
      expect(urls.length - pages.length).to.equal(5)
      expect(new Set(urls).size).to.equal(urls.length)
      expect(status?.counts).to.include({ accepted: 46, done: 46 })
    })

    it('has no more pages than it may', async () => {
      await crawl(17)
      expect((await store.first.frontier.status(a))?.counts).to.include({ accepted: 17, done: 17 })
      expect((await linesOf(store.second, a)).map(({ n }) => n)).to.deep.equal(from1(17))
    })
  })

  describe('items of a batch with a host of its own', () => {
    it('are all ended while each part takes and ends what it is given', async () => {
      await startBatch(store.first, a, numbered('x.example', 90))
      const urls: string[] = []
      const work = async (at: number) => {
        for (let idle = 0; idle < 20; ) {
          const given = await dispatchBy(store.all[at] as never, 1)
          idle = given.length === 0 ? idle + 1 : 0
          urls.push(...dispatchedUrls(given))
          await store.all[at]?.frontier.complete(completionsOf(given))
        }
      }
      await Promise.all([0, 1, 2].map(work))
      await work(0)
      expect(urls.toSorted()).to.deep.equal(numbered('x.example', 90).toSorted())
      expect((await store.second.frontier.status(a))?.state).to.equal('finished')
    })
  })
}
