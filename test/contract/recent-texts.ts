import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { RecentTexts } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

const HOUR = { keep: 100, ttlSeconds: 3600 }
const SECOND = { keep: 100, ttlSeconds: 1 }

/** The lists of recent texts of the ResultStore contract: two instances of this process, and one as in another process. */
export function recentTextsContract(
  instances: () => [RecentTexts, RecentTexts, RecentTexts],
  clock: StoreClock,
): void {
  let stores: [RecentTexts, RecentTexts, RecentTexts]
  let store: RecentTexts
  before(() => {
    stores = instances()
    store = stores[0]
  })

  describe('recent texts', () => {
    let list: string
    beforeEach(() => {
      list = `recent:${randomUUID()}`
    })

    async function add(texts: readonly string[], bounds = HOUR): Promise<void> {
      for (const text of texts) await store.addRecent(list, text, bounds)
    }
    const textsBefore = async (before: number | null, count = 100) =>
      (await store.recent(list, before, count)).map(({ text }) => text)

    it('are none in an unknown list', async () => {
      expect(await textsBefore(null)).to.deep.equal([])
    })

    it('are listed newest first, at once by every instance, with the time they were added', async () => {
      const before = Math.floor(await clock.now())
      await add(['a', 'b c', 'Größe 😀', 'a'])
      const after = await clock.now()
      for (const one of stores) {
        const found = await one.recent(list, null, 100)
        expect(found.map(({ text }) => text)).to.deep.equal(['a', 'Größe 😀', 'b c', 'a'])
        for (const { at } of found) expect(at).to.be.within(before, after)
      }
    })

    it('have positions that grow, so that texts added later move none to another page', async () => {
      await add(['a', 'b', 'c', 'd', 'e'])
      const [e, d, ...others] = await store.recent(list, null, 2)
      expect([e?.text, d?.text, others]).to.deep.equal(['e', 'd', []])
      expect(e?.position).to.be.above(d?.position ?? 0)
      expect(Number.isSafeInteger(d?.position)).to.equal(true)
      await add(['f'])
      expect(await textsBefore(d?.position ?? 0, 2)).to.deep.equal(['c', 'b'])
      expect(await textsBefore(1)).to.deep.equal([])
    })

    it('are kept up to the bound: the newest', async () => {
      await add(['a', 'b', 'c', 'd', 'e'], { keep: 3, ttlSeconds: 3600 })
      expect(await textsBefore(null)).to.deep.equal(['e', 'd', 'c'])
      await add(['f'], { keep: 1, ttlSeconds: 3600 })
      expect(await textsBefore(null)).to.deep.equal(['f'])
    })

    it('are all there when instances add them at the same time', async () => {
      const texts = Array.from({ length: 60 }, (_, index) => String(index))
      await Promise.all(texts.map((text, index) => stores[index % 3]?.addRecent(list, text, HOUR)))
      const found = await store.recent(list, null, 100)
      expect(found.map(({ text }) => text)).to.have.members(texts)
      expect(new Set(found.map(({ position }) => position)).size).to.equal(60)
    })

    it('are apart from those of another list', async () => {
      await add(['a'])
      await store.addRecent(`${list}0`, 'b', HOUR)
      expect(await textsBefore(null)).to.deep.equal(['a'])
    })

    clock.it('expire, not before their time', async (own) => {
      const added = () => stores[1].addRecent(own, 'a', SECOND)
      await clock.life(1000, added, async () => (await store.recent(own, null, 1)).length === 0)
    })

    clock.it('go on behind their old positions after they expired', async (own) => {
      for (const text of ['a', 'b', 'c']) await store.addRecent(own, text, SECOND)
      const [last] = await store.recent(own, null, 1)
      await clock.pass(1000)
      await store.addRecent(own, 'd', HOUR)
      const [next, ...others] = await store.recent(own, null, 100)
      expect(others).to.deep.equal([])
      expect(next?.position).to.be.above(last?.position ?? 0)
    })

    it('reject bounds that are no whole number of at least 1', async () => {
      for (const bounds of [
        { keep: 0, ttlSeconds: 1 },
        { keep: 1.5, ttlSeconds: 1 },
        { keep: 1, ttlSeconds: 0 },
      ])
        expect(await rejectionOf(store.addRecent(list, 'a', bounds))).to.be.instanceOf(RangeError)
    })
  })
}
