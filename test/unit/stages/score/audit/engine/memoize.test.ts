import { expect } from 'chai'
import { memoize } from '#stages/score/audit/engine/memoize.ts'

describe('memoize', () => {
  it('derives once for each object, also undefined', () => {
    let count = 0
    const derive = memoize((_: object) => {
      count += 1
      return undefined
    })
    const [one, other] = [{}, {}]
    derive(one)
    derive(one)
    derive(other)
    expect(count).to.equal(2)
  })

  it('derives again after an error', () => {
    let isFirst = true
    const derive = memoize((_: object) => {
      if (!isFirst) return 'derived'
      isFirst = false
      throw new Error('first')
    })
    const key = {}
    expect(() => derive(key)).to.throw('first')
    expect(derive(key)).to.equal('derived')
  })
})
