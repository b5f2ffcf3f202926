import { expect } from 'chai'
import { makeBoundedMap } from '#shared/async/bounded-map.ts'

describe('BoundedMap', () => {
  it('answers a value once', () => {
    const kept = makeBoundedMap<number>(10)
    kept.set('a', 1)
    expect([kept.take('a'), kept.take('a'), kept.take('b')]).to.deep.equal([1, undefined, undefined])
  })

  it('drops its oldest entry beyond the limit', () => {
    const kept = makeBoundedMap<number>(2)
    for (const [at, key] of ['a', 'b', 'c'].entries()) kept.set(key, at)
    expect([kept.take('a'), kept.take('b'), kept.take('c')]).to.deep.equal([undefined, 1, 2])
  })
})
