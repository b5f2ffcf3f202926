import { expect } from 'chai'
import { makeKept } from '#shared/pipeline/kept.ts'

describe('what is kept', () => {
  it('is given once', () => {
    const kept = makeKept<number>(10)
    kept.keep('a', 1)
    expect([kept.take('a'), kept.take('a'), kept.take('b')]).to.deep.equal([1, undefined, undefined])
  })

  it('is bounded: the oldest goes', () => {
    const kept = makeKept<number>(2)
    for (const [at, key] of ['a', 'b', 'c'].entries()) kept.keep(key, at)
    expect([kept.take('a'), kept.take('b'), kept.take('c')]).to.deep.equal([undefined, 1, 2])
  })
})
