import { expect } from 'chai'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import { NO_ITEM_LIMIT } from '#shared/ports/item-quota.ts'
import { countLines } from '#stages/batch/submission/submit.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { page } from '#test/contract/frontier/batch-scene.ts'
import { lineGroup } from '#test/contract/frontier/submissions/line-groups.ts'

const urls = ['http://a.example/1', 'http://a.example/2', 'http://a.example/3']

/** A frontier that answers in turn, and the counter of the key. */
function scene(limit: number, answers: readonly (StoredLines | null | Error)[]) {
  let sum = 0
  const left = [...answers]
  const store = {
    async increment(_name: string, count: number) {
      sum += count
      return sum
    },
  }
  const frontier = {
    async addLines() {
      const answer = left.shift()
      if (answer instanceof Error) throw answer
      return answer ?? null
    },
  }
  const counter = countLines({ frontier, store }, { key: 'k', limit })
  return { counter, sum: () => sum, left: () => left.length }
}

describe('countLines', () => {
  const stored = (accepted: number, rejected = 0): StoredLines => ({ accepted, rejected, next: 4 })

  for (const limit of [10, NO_ITEM_LIMIT]) {
    it(`counts lines that are new and accepted, once, with a limit of ${limit}`, async () => {
      const { counter, sum } = scene(limit, [stored(2, 1), stored(0), null])
      const group = lineGroup(1, urls)
      expect(await counter.addLines('a', group)).to.deep.equal(stored(2, 1))
      expect(sum()).to.equal(2)
      await counter.addLines('a', group)
      expect(await counter.addLines('a', group)).to.equal(null)
      expect(sum()).to.equal(2)
      await counter.refundAll()
      expect(sum()).to.equal(0)
    })
  }

  it('counts a page with its discovery item once', async () => {
    const { counter, sum } = scene(1, [stored(1)])
    const both = (['page', 'discovery'] as const).map((role) => ({
      ...page(urls[0] as string, { role }),
      line: 1,
    }))
    await counter.addLines('a', { first: 1, next: 2, items: both, rejected: [] })
    expect(sum()).to.equal(1)
  })

  it('refuses a group beyond the rest of the quota before it is stored, and a smaller one not', async () => {
    const { counter, sum, left } = scene(4, [stored(3), stored(1)])
    await counter.addLines('a', lineGroup(1, urls))
    const refused = await rejectionOf(counter.addLines('a', lineGroup(4, urls)))
    expect(refused).to.include({ code: 'RATE_LIMIT_EXCEEDED' })
    expect([sum(), left()]).to.deep.equal([3, 1])
    await counter.addLines('a', lineGroup(4, urls.slice(0, 1)))
    expect(sum()).to.equal(4)
  })

  it('counts nothing of a group that could not be stored', async () => {
    const full = new Error('full')
    const { counter, sum } = scene(4, [full])
    expect(await rejectionOf(counter.addLines('a', lineGroup(1, urls)))).to.equal(full)
    expect(sum()).to.equal(0)
  })

  it('counts nothing without a quota', async () => {
    const store = { increment: () => Promise.reject(new Error('nobody counts')) }
    const counter = countLines({ frontier: { addLines: async () => stored(3) }, store }, undefined)
    expect(await counter.addLines('a', lineGroup(1, urls))).to.deep.equal(stored(3))
    await counter.refundAll()
  })

  it('does not wait for the store where there is no limit', async () => {
    const store = { increment: () => new Promise<number>(() => {}) }
    const quota = { key: 'k', limit: NO_ITEM_LIMIT }
    const counter = countLines({ frontier: { addLines: async () => stored(3) }, store }, quota)
    expect(await counter.addLines('a', lineGroup(1, urls))).to.deep.equal(stored(3))
  })
})
