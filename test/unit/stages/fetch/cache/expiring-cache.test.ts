import { expect } from 'chai'
import { makeExpiringCache } from '#stages/fetch/cache/expiring-cache.ts'

describe('makeExpiringCache', () => {
  let time: number
  const now = () => time
  const keep = { weight: 1, keepMs: 100 }
  beforeEach(() => {
    time = 0
  })

  it('drops an entry at the end of its lifetime', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    recent.set('a', 'A', keep)
    time = 99
    expect(recent.get('a')).to.equal('A')
    time = 100
    expect(recent.get('a')).to.equal(undefined)
  })

  it('evicts the least recently used entry beyond the number of entries', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 2, maxWeight: 10 }, now)
    recent.set('a', 'A', keep)
    recent.set('b', 'B', keep)
    recent.get('a')
    recent.set('c', 'C', keep)
    expect(['a', 'b', 'c'].map(recent.get)).to.deep.equal(['A', undefined, 'C'])
  })

  it('evicts as many entries as the weight demands, and stores no entry that is too heavy alone', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    for (const key of ['a', 'b', 'c']) recent.set(key, key, { weight: 3, keepMs: 100 })
    recent.set('d', 'd', { weight: 7, keepMs: 100 })
    expect(['a', 'b', 'c', 'd'].map(recent.get)).to.deep.equal([undefined, undefined, 'c', 'd'])
    recent.set('d', 'e', { weight: 11, keepMs: 100 })
    expect(['c', 'd'].map(recent.get)).to.deep.equal(['c', undefined])
  })

  it('counts the weight of a replaced entry once', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    for (let turn = 0; turn < 5; turn += 1) recent.set('a', 'A', { weight: 5, keepMs: 100 })
    recent.set('b', 'B', { weight: 5, keepMs: 100 })
    expect(['a', 'b'].map(recent.get)).to.deep.equal(['A', 'B'])
  })
})
