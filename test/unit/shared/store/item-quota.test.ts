import { expect } from 'chai'
import { addDaily, consumeItems, readDays } from '#shared/store/item-quota.ts'

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

describe('readDays', () => {
  it('reads counters of the last 30 UTC days at once, the oldest first, 0 where nothing was counted', async () => {
    const counts: Record<string, string> = {
      'quota:a:2026-10-24': '9',
      'quota:a:2026-10-25': '5',
      'quota:a:2026-11-23': '7',
      'quota:c:2026-11-23': '-2',
    }
    let reads = 0
    const getMany = async (keys: readonly string[]) => {
      reads += 1
      return keys.map((key) => counts[key] ?? null)
    }
    const read = (at: string) => readDays({ getMany }, ['a', 'b', 'c'], Date.parse(at))
    const days = await read('2026-11-23T23:59:59Z')
    expect([reads, days.length]).to.deep.equal([1, 30])
    // 25 October is the 30th day, 23 November included; the day before is forgotten.
    expect(days[0]).to.deep.equal({ date: '2026-10-25', counts: [5, 0, 0] })
    expect(days.at(-1)).to.deep.equal({ date: '2026-11-23', counts: [7, 0, 0] })
    expect(days.slice(1, -1).flatMap((day) => day.counts)).to.deep.equal(new Array(28 * 3).fill(0))
    expect((await read('2026-11-24T00:00:00Z')).at(-1)).to.deep.equal({
      date: '2026-11-24',
      counts: [0, 0, 0],
    })
  })
})

describe('addDaily', () => {
  it('adds to the counter of the UTC day, which is kept longer than it is read', async () => {
    const asked: unknown[] = []
    const increment = async (...given: unknown[]) => asked.push(given)
    await addDaily({ increment }, 'k:metadata', 3, Date.parse('2026-11-23T23:59:59Z'))
    expect(asked).to.deep.equal([['quota:k:metadata:2026-11-23', 3, 32 * 86_400]])
  })
})
