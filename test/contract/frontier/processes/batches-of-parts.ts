import { expect } from 'chai'
import { a, b, idNamed } from '../batch-ids.ts'
import { batchNamed, completionsOf, dispatchedUrls, page, startBatch, startCrawl } from '../batch-scene.ts'
import { dispatchAll, dispatchBy, type PartsScene } from './parts-fixture.ts'

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)
/** Lines `first` to `last` of a list, each with a page of its own. */
const group = (first: number, last: number) => ({
  first,
  next: last + 1,
  items: Array.from({ length: last - first + 1 }, (_, at) => ({
    ...page(`http://h${first + at}.example/`),
    line: first + at,
  })),
  rejected: [],
})

/** Batches that any part creates, shows and changes. */
export function batchesOfPartsContract(store: PartsScene): void {
  describe('batches at several parts', () => {
    it('are shown by all as soon as one has started them', async () => {
      await startBatch(store.first, a, hosts(3), { owner: 'me' })
      await startBatch(store.second, b, hosts(2), { owner: 'me' })
      for (const { frontier } of store.all) {
        const { batches } = await frontier.list({ owner: 'me', state: null, limit: 10, after: null })
        expect(batches.map(({ id }) => id)).to.deep.equal([b, a])
        expect((await frontier.status(a))?.counts).to.include({ accepted: 3, waiting: 3 })
        expect((await frontier.batch(b))?.owner).to.equal('me')
      }
    })

    it('are held back, go on and are cancelled by a call to any part', async () => {
      await startBatch(store.first, a, hosts(30))
      await store.second.frontier.setState(a, 'paused')
      expect((await dispatchAll(store.all, 5)).flat()).to.deep.equal([])
      await store.third.frontier.setState(a, 'running')
      for (const part of store.all) expect(await dispatchBy(part, 5)).to.have.length(5)
      await store.first.frontier.setState(a, 'cancelled')
      expect((await dispatchAll(store.all, 5)).flat()).to.deep.equal([])
      for (const { frontier } of store.all) {
        expect(await frontier.status(a)).to.include({ state: 'cancelled' })
        expect((await frontier.setState(a, 'running'))?.state).to.equal('cancelled')
      }
    })

    it('take the lines of an open one through any part, in their order, each once', async () => {
      await store.first.frontier.create(batchNamed(a, { state: 'open' }))
      expect(await store.second.frontier.addLines(a, group(1, 100))).to.include({ accepted: 100, next: 101 })
      const twice = await Promise.all(store.all.map(({ frontier }) => frontier.addLines(a, group(101, 160))))
      expect(twice.map((one) => one?.next)).to.deep.equal([161, 161, 161])
      expect(twice.reduce((sum, one) => sum + (one?.accepted ?? 0), 0)).to.equal(60)
      expect(await store.third.frontier.addLines(a, group(171, 180))).to.include({ accepted: 0, next: 161 })
      expect(await store.first.frontier.addLines(a, group(1, 100))).to.include({ accepted: 0, next: 161 })
      expect((await dispatchAll(store.all, 500)).flat()).to.deep.equal([])
      expect((await store.second.frontier.status(a))?.state).to.equal('open')
      await store.third.frontier.start(a, false)
      expect(await store.first.frontier.addLines(a, group(161, 170))).to.equal(null)
      const given = (await dispatchAll(store.all, 500)).flat()
      expect(dispatchedUrls(given).toSorted()).to.deep.equal(
        group(1, 160)
          .items.map(({ parameters }) => parameters.url)
          .toSorted(),
      )
    })

    it('are started once, also by two calls at the same time', async () => {
      await store.first.frontier.create(batchNamed(a, { state: 'open' }))
      await store.first.frontier.addLines(a, group(1, 20))
      await Promise.all(store.all.map(({ frontier }) => frontier.start(a, false)))
      const given = (await dispatchAll(store.all, 100)).flat()
      await store.second.frontier.complete(completionsOf(given))
      expect(await store.third.frontier.status(a)).to.deep.include({ state: 'finished' })
      expect((await store.third.frontier.status(a))?.counts).to.include({ accepted: 20, done: 20 })
    })

    it('finish when one part has closed their sources and others ended their items', async () => {
      await store.first.frontier.create(batchNamed(a, { sitemaps: ['http://x.example/sitemap.xml'] }))
      await store.first.frontier.start(a, true)
      await Promise.all(
        store.all.map(({ frontier }) =>
          frontier.add(
            a,
            hosts(10).map((url) => page(url)),
          ),
        ),
      )
      const given = (await dispatchAll(store.all, 10)).flat()
      expect(given).to.have.length(10)
      await Promise.all([
        store.second.frontier.closeSources(a, [], 0),
        store.third.frontier.complete(completionsOf(given)),
      ])
      const status = await store.first.frontier.status(a)
      expect([status?.state, status?.counts.done]).to.deep.equal(['finished', 10])
    })

    it('return an unused quota once, to one part', async () => {
      const quota = { key: 'k', limit: 100 }
      const ids = Array.from({ length: 6 }, (_, at) => idNamed(`crawl ${at}`))
      for (const id of ids) await startCrawl(store.first, id, 1, { quota })
      await store.second.frontier.complete(completionsOf((await dispatchAll(store.all, 10)).flat()))
      const returned = await Promise.all(store.all.map(({ frontier }) => frontier.takeUnusedQuotas()))
      expect(
        returned
          .flat()
          .map(({ batch }) => batch)
          .toSorted(),
      ).to.deep.equal(ids.toSorted())
      expect(returned.flat().every(({ items }) => items === 9)).to.equal(true)
    })

    it('that end are found by all parts until one has published their reports', async () => {
      const ids = ['me', 'you', 'they'].map(idNamed)
      for (const owner of ['me', 'you', 'they']) await startCrawl(store.first, idNamed(owner), 1, { owner })
      await store.second.frontier.complete(completionsOf((await dispatchAll(store.all, 10)).flat()))
      const found = async (isFinished: boolean) => {
        const crawls = await Promise.all(store.all.map(({ sites }) => sites.unpublished()))
        return crawls.map((some) => some.filter((one) => one.isFinished === isFinished).length)
      }
      expect([await found(false), await found(true)]).to.deep.equal([
        [3, 3, 3],
        [0, 0, 0],
      ])
      for (const id of ids) await store.third.sites.finish(id, [])
      expect([await found(false), await found(true)]).to.deep.equal([
        [0, 0, 0],
        [3, 3, 3],
      ])
      for (const id of ids) await store.second.sites.setPublished(id)
      expect([await found(false), await found(true)]).to.deep.equal([
        [0, 0, 0],
        [0, 0, 0],
      ])
    })
  })
}
