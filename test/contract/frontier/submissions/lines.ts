import { expect } from 'chai'
import type { LineGroup } from '#stages/batch/frontier/frontier.ts'
import { a, idNamed } from '../batch-ids.ts'
import { batchNamed, crawlRules, dispatchedUrls, numbered, page } from '../batch-scene.ts'
import type { FrontierScene } from '../frontier-fixture.ts'
import { lineGroup } from './line-groups.ts'

/** Adding the lines of a submission: which are stored, and that none is stored twice. */
export function frontierLinesContract(store: FrontierScene): void {
  describe('lines', () => {
    const urls = numbered('x.example', 5)
    const add = (group: LineGroup) => store.frontier.addLines(a, group)
    const open = (more = {}) => store.frontier.create(batchNamed(a, { state: 'open', ...more }))

    it('become items and rejections; blank ones count only as lines', async () => {
      for (const state of ['open', 'running'] as const) {
        const id = idNamed(state)
        await store.frontier.create(batchNamed(id, { state }))
        const group = lineGroup(1, [urls[0] as string, null, { reason: 'no URL' }, urls[1] as string, null])
        const stored = await store.frontier.addLines(id, group)
        expect(stored).to.deep.equal({ accepted: 2, rejected: 1, next: 6 })
        expect(await store.dispatch(10)).to.deep.equal([])
        await store.frontier.start(id, false)
        expect(dispatchedUrls(await store.dispatch(10))).to.have.members(urls.slice(0, 2))
        const status = await store.frontier.status(id)
        expect(status?.counts).to.deep.include({ accepted: 2, rejected: 1 })
        expect(status?.rejected).to.deep.equal([{ line: 3, reason: 'no URL' }])
      }
    })

    it('that were stored, or come before missing ones, change nothing', async () => {
      await open()
      const group = lineGroup(1, urls.slice(0, 3))
      await add(group)
      const unchanged = { accepted: 0, rejected: 0, next: 4 }
      const [, , third, fourth] = urls as [string, string, string, string]
      for (const wrong of [group, lineGroup(5, [fourth]), lineGroup(3, [third, fourth])])
        expect(await add(wrong)).to.deep.equal(unchanged)
      expect(await add(lineGroup(4, []))).to.deep.equal(unchanged)
      expect(await store.counts(a)).to.deep.include({ accepted: 3, rejected: 0, waiting: 3 })
      expect(await add(lineGroup(4, [fourth]))).to.deep.equal({ accepted: 1, rejected: 0, next: 5 })
    })

    it('are stored by one of the requests that send them at the same time', async () => {
      await open()
      const group = lineGroup(1, urls)
      const stored = await Promise.all([add(group), add(group), add(group)])
      expect(stored.map((one) => one?.accepted).toSorted()).to.deep.equal([0, 0, 5])
      expect(stored.at(-1)?.next).to.equal(6)
      expect(await store.counts(a)).to.deep.include({ accepted: 5, rejected: 0 })
    })

    it('whose item the batch has already are rejected by their number, in order', async () => {
      await open()
      const [first, second] = urls as [string, string]
      await add(lineGroup(1, [first, second]))
      const stored = await add(lineGroup(3, [second, { reason: 'no URL' }, first, `${first}?x`]))
      expect(stored).to.deep.equal({ accepted: 1, rejected: 3, next: 7 })
      const reason = 'duplicate of an earlier line'
      expect((await store.frontier.status(a))?.rejected).to.deep.equal([
        { line: 3, reason },
        { line: 4, reason: 'no URL' },
        { line: 5, reason },
      ])
    })

    it('of a crawl may have a page and a discovery item, and are rejected beyond its most pages', async () => {
      await open({ state: 'running', operation: 'snapshot', crawl: { ...crawlRules, maxPages: 2 } })
      const items = urls.slice(0, 3).flatMap((url, at) => [
        { ...page(url, { depth: 0 }), line: at + 1 },
        { ...page(url, { depth: 0, role: 'discovery' }), line: at + 1 },
      ])
      expect(await add({ first: 1, next: 4, items, rejected: [] })).to.deep.equal({
        ...{ accepted: 2, rejected: 1, next: 4 },
      })
      expect((await store.frontier.status(a))?.rejected).to.deep.equal([
        { line: 3, reason: "duplicate of an earlier line, or beyond the crawl's most pages" },
      ])
      await store.frontier.start(a, false)
      await store.reopen({ perHost: 9 })
      expect(await store.dispatch(10)).to.have.length(4)
    })

    it('in large groups are all stored, in their order', async () => {
      await open()
      const many = numbered('many.example', 5000)
      expect(await add(lineGroup(1, many))).to.deep.equal({ accepted: 5000, rejected: 0, next: 5001 })
      expect(await add(lineGroup(5001, many))).to.deep.equal({ accepted: 0, rejected: 5000, next: 10_001 })
      await store.frontier.start(a, false)
      await store.reopen({ perHost: 100 })
      expect(dispatchedUrls(await store.dispatch(100))).to.deep.equal(many.slice(0, 100))
      const status = await store.frontier.status(a)
      expect(status?.rejected.map(({ line }) => line)).to.deep.equal(
        Array.from({ length: 100 }, (_, at) => 5001 + at),
      )
    })

    it('name the batch by the first one that is accepted', async () => {
      await open({ owner: 'me' })
      await add(lineGroup(1, [{ reason: 'no URL' }]))
      expect((await store.frontier.status(a))?.firstUrl).to.equal(null)
      await add(lineGroup(2, [{ reason: 'no URL' }, urls[0] as string, urls[1] as string]))
      await add(lineGroup(5, [urls[2] as string]))
      const [listed] = (await store.frontier.list({ owner: 'me', state: 'open', limit: 1, after: null }))
        .batches
      for (const one of [listed, await store.frontier.status(a), await store.frontier.batch(a)])
        expect(one).to.include({ id: a, state: 'open', firstUrl: urls[0] })
    })

    it('are refused by batches that have started, have ended, or do not exist', async () => {
      const ends = {
        started: (id: string) => store.frontier.start(id, false),
        cancelled: (id: string) => store.frontier.setState(id, 'cancelled'),
        unknown: async () => undefined,
      }
      for (const [name, end] of Object.entries(ends)) {
        const id = idNamed(name)
        if (name !== 'unknown') await store.frontier.create(batchNamed(id, { state: 'open' }))
        await store.frontier.addLines(id, lineGroup(1, [urls[0] as string]))
        await end(id)
        expect(await store.frontier.addLines(id, lineGroup(2, [urls[1] as string])), name).to.equal(null)
      }
      expect((await store.frontier.status(idNamed('started')))?.counts.accepted).to.equal(1)
    })
  })
}
