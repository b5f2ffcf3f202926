import { expect } from 'chai'
import { consumeItems, readDaily } from '#shared/store/item-quota.ts'

describe('consumeItems', () => {
  const counts = new Map<string, number>()
  const store = {
    async increment(key: string, by: number) {
      counts.set(key, (counts.get(key) ?? 0) + by)
      return counts.get(key) as number
    },
  }
  const quota = { key: 'k', limit: 10 }
  const take = (items: number, at: string) => consumeItems(store, quota, items, Date.parse(at))

  it('grants all or none, takes items back, and restarts with the UTC day', async () => {
    const evening = '2026-11-23T23:59:59Z'
    expect(await take(7, evening)).to.deep.equal({ isGranted: true, remaining: 3 })
    expect(await take(4, evening)).to.deep.equal({ isGranted: false, remaining: 3 })
    expect(await take(3, evening)).to.deep.equal({ isGranted: true, remaining: 0 })
    expect(await take(-2, evening)).to.deep.equal({ isGranted: true, remaining: 2 })
    expect(await take(10, '2026-11-24T00:00:00Z')).to.deep.equal({ isGranted: true, remaining: 0 })
    expect(Object.fromEntries(counts)).to.deep.equal({
      'quota:k:batch:2026-11-23': 8,
      'quota:k:batch:2026-11-24': 10,
    })
  })
})

describe('readDaily', () => {
  it('reads counters of the UTC day, 0 where nothing was counted', async () => {
    const counts: Record<string, string> = { 'quota:a:2026-11-23': '7', 'quota:c:2026-11-23': '-2' }
    const store = { getMany: async (keys: readonly string[]) => keys.map((key) => counts[key] ?? null) }
    const read = (at: string) => readDaily(store, ['a', 'b', 'c'], Date.parse(at))
    expect(await read('2026-11-23T23:59:59Z')).to.deep.equal([7, 0, 0])
    expect(await read('2026-11-24T00:00:00Z')).to.deep.equal([0, 0, 0])
  })
})
