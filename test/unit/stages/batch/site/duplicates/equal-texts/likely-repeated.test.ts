import { expect } from 'chai'
import { likelyRepeated } from '#stages/batch/site/duplicates/equal-texts.ts'

describe('pages whose key is likely repeated', () => {
  it('are all pages with a key that another one has, in their order', () => {
    const keys = [5, 6, 5, 7, 2 ** 32 + 5, 7, 0, 0]
    const found = likelyRepeated([0, 1, 2, 3, 4, 5, 6, 7], (page) => keys[page] as number)
    expect(found).to.include.members([0, 2, 3, 5, 6, 7])
    expect(found).to.deep.equal(found.toSorted((a, b) => a - b))
  })

  it('are few where all keys differ', () => {
    const pages = Array.from({ length: 10_000 }, (_, page) => page)
    const hash = (page: number) => Math.imul(page + 1, 0x9e3779b1) >>> 0
    expect(likelyRepeated(pages, hash).length).to.be.below(2500)
    expect(likelyRepeated([], hash)).to.deep.equal([])
  })
})
