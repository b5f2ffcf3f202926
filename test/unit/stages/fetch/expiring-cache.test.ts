import { expect } from 'chai'
import { makeExpiringCache } from '#stages/fetch/expiring-cache.ts'

describe('makeRecent', () => {
  let time: number
  const now = () => time
  const keep = { weight: 1, keepMs: 100 }
  beforeEach(() => {
    time = 0
  })

  it('forgets at the end of the time', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    recent.set('a', 'A', keep)
    time = 99
    expect(recent.get('a')).to.equal('A')
    time = 100
    expect(recent.get('a')).to.equal(undefined)
  })

  it('drops what was not used for longest when there are too many', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 2, maxWeight: 10 }, now)
    recent.set('a', 'A', keep)
    recent.set('b', 'B', keep)
    recent.get('a')
    recent.set('c', 'C', keep)
    expect(['a', 'b', 'c'].map(recent.get)).to.deep.equal(['A', undefined, 'C'])
  })

  it('drops as many as the weight asks for, and keeps nothing that is too heavy alone', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    for (const key of ['a', 'b', 'c']) recent.set(key, key, { weight: 3, keepMs: 100 })
    recent.set('d', 'd', { weight: 7, keepMs: 100 })
    expect(['a', 'b', 'c', 'd'].map(recent.get)).to.deep.equal([undefined, undefined, 'c', 'd'])
    recent.set('d', 'e', { weight: 11, keepMs: 100 })
    expect(['c', 'd'].map(recent.get)).to.deep.equal(['c', undefined])
  })

  it('counts a value that is set again once', () => {
    const recent = makeExpiringCache<string>({ maxEntries: 10, maxWeight: 10 }, now)
    for (let turn = 0; turn < 5; turn += 1) recent.set('a', 'A', { weight: 5, keepMs: 100 })
    recent.set('b', 'B', { weight: 5, keepMs: 100 })
    expect(['a', 'b'].map(recent.get)).to.deep.equal(['A', 'B'])
  })
})
