import { expect } from 'chai'
import { makeLocalPermits } from '#shared/politeness/local-permits.ts'

describe('local permits', () => {
  it('offer the slots of a group that are not taken here, each once', () => {
    const permits = makeLocalPermits(4)
    permits.add('a', 2)
    for (let time = 0; time < 20; time++) {
      expect(permits.free('a', 9).toSorted()).to.deep.equal([0, 1, 3])
      expect(permits.free('b', 9).toSorted()).to.deep.equal([0, 1, 2, 3])
      expect(permits.free('a', 2)).to.have.length(2)
    }
    permits.delete('a', 2)
    expect(permits.free('a', 9)).to.have.length(4)
  })

  it('begin at any slot, so that processes do not all ask for the first', () => {
    const permits = makeLocalPermits(3)
    const firsts = new Set(Array.from({ length: 200 }, () => permits.free('a', 1)[0]))
    expect(firsts).to.deep.equal(new Set([0, 1, 2]))
  })

  it('keep the slots that are still taken when another is released', () => {
    const permits = makeLocalPermits(2)
    for (const slot of [0, 1]) permits.add('a', slot)
    permits.delete('a', 0)
    expect(permits.free('a', 9)).to.deep.equal([0])
    permits.delete('a', 0)
    expect(permits.free('a', 9)).to.deep.equal([0])
  })
})
