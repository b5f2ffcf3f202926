import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Notices } from '#shared/ports/result-store.ts'
import { rejectionOf } from './eventually.ts'
import type { StoreClock } from './store-clock.ts'

const HOUR = { ttlMs: 3_600_000, most: 100 }
const SHORT = { ttlMs: 300, most: 1 }

/** The boards of notices of the ResultStore contract: two instances of this process, and one as in another process. */
export function noticesContract(instances: () => [Notices, Notices, Notices], clock: StoreClock): void {
  let stores: [Notices, Notices, Notices]
  let store: Notices
  before(() => {
    stores = instances()
    store = stores[0]
  })

  describe('notices', () => {
    let board: string
    beforeEach(() => {
      board = `notices:${randomUUID()}`
    })
    const sorted = async (of: Notices, on = board) =>
      (await of.notices(on)).toSorted(([one], [other]) => (one < other ? -1 : 1))

    it('are none on an unknown board', async () => {
      expect(await store.notices(board)).to.deep.equal([])
    })

    it('are the last of each member, the same for every instance, apart from other boards', async () => {
      for (const [member, text] of [
        ['a', 'old'],
        ['b', '12 Größe 😀\n\0'],
        ['a', ''],
      ] as const)
        expect(await stores[2].postNotice(board, member, text, HOUR)).to.equal(true)
      await store.postNotice(`${board}0`, 'c', 'x', HOUR)
      for (const one of stores)
        expect(await sorted(one)).to.deep.equal([
          ['a', ''],
          ['b', '12 Größe 😀\n\0'],
        ])
    })

    it('have texts of kilobytes', async () => {
      const text = 'x'.repeat(65_536)
      await store.postNotice(board, 'a', text, HOUR)
      expect((await store.notices(board)).every(([, found]) => found === text)).to.equal(true)
    })

    it('are as many as the board has room for, of which each may be replaced and removed', async () => {
      const bounds = { ...HOUR, most: 3 }
      const post = (member: number) => stores[member % 3]?.postNotice(board, String(member), 'x', bounds)
      const posted = await Promise.all(Array.from({ length: 60 }, (_, member) => post(member)))
      expect(posted.filter(Boolean)).to.have.length(3)
      const members = (await sorted(store)).map(([member]) => member)
      expect(members).to.deep.equal(
        posted.flatMap((isPosted, member) => (isPosted ? [String(member)] : [])).toSorted(),
      )
      expect(await post(Number(members[0]))).to.equal(true)
      expect(await post(99)).to.equal(false)
      await stores[1].removeNotice(board, members[0] ?? '')
      await stores[1].removeNotice(board, 'unknown')
      expect(await sorted(store)).to.have.length(2)
      expect(await post(99)).to.equal(true)
    })

    clock.it('expire, not before their time, and then leave their room to others', async (own) => {
      const post = (member: string, ttlMs: number) => store.postNotice(own, member, 'x', { ...SHORT, ttlMs })
      await clock.life(
        SHORT.ttlMs,
        () => post('a', SHORT.ttlMs),
        async () => (await stores[1].notices(own)).length === 0,
      )
      expect(await post('b', HOUR.ttlMs)).to.equal(true)
      expect(await post('a', HOUR.ttlMs)).to.equal(false)
      expect(await sorted(store, own)).to.deep.equal([['b', 'x']])
    })

    clock.it(
      'of others outlive one that expires beside them, and are renewed by another post',
      async (own) => {
        const post = (member: string, ttlMs: number) => store.postNotice(own, member, 'x', { ttlMs, most: 9 })
        await post('b', HOUR.ttlMs)
        await post('a', SHORT.ttlMs)
        await post('c', SHORT.ttlMs)
        await post('c', HOUR.ttlMs)
        await clock.pass(SHORT.ttlMs)
        expect((await sorted(store, own)).map(([member]) => member)).to.deep.equal(['b', 'c'])
      },
    )

    it('reject bounds that are no whole number of at least 1', async () => {
      for (const bounds of [
        { ...HOUR, ttlMs: 0 },
        { ...HOUR, ttlMs: 1.5 },
        { ...HOUR, most: 0 },
      ])
        expect(await rejectionOf(store.postNotice(board, 'a', 'x', bounds))).to.be.instanceOf(RangeError)
    })
  })
}
