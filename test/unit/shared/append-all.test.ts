import { expect } from 'chai'
import { appendAll } from '#shared/append-all.ts'

describe('appendAll', () => {
  it('appends entries in their order', () => {
    const list = [1]
    appendAll(list, new Set([2, 3]))
    appendAll(list, [])
    expect(list).to.deep.equal([1, 2, 3])
  })

  it('appends more entries than a function takes arguments', () => {
    const list: number[] = []
    const many = Array.from({ length: 2_000_000 }, (_, at) => at)
    expect(() => list.push(...many)).to.throw(RangeError)
    appendAll(list, many)
    expect(list).to.have.lengthOf(many.length)
  })
})
