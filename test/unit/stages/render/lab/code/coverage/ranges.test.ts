import { expect } from 'chai'
import { sizeOf, sizeWithout, unionOf } from '#stages/render/lab/code/coverage/ranges.ts'

const range = (start: number, end: number) => ({ start, end })

describe('ranges', () => {
  it('are united where they overlap or touch', () => {
    const union = unionOf([range(20, 30), range(0, 5), range(5, 8), range(22, 25), range(9, 9)])
    expect(union).to.deep.equal([range(0, 8), range(20, 30)])
  })

  it('count each character once', () => {
    expect(sizeOf([range(0, 10), range(5, 15), range(2, 3)])).to.equal(15)
    expect(sizeOf([])).to.equal(0)
  })

  it('can leave out others', () => {
    expect(sizeWithout([range(0, 10), range(20, 30)], [range(5, 22), range(50, 60)])).to.equal(13)
    expect(sizeWithout([range(0, 10)], [range(0, 20)])).to.equal(0)
  })
})
