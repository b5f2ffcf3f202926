import { expect } from 'chai'
import { packedBodies } from '#gateway/http/packed-bodies.ts'

describe('packed bodies', () => {
  // 2 bytes for each character of coding and text, and 10 of the packed form.
  const packed = Buffer.alloc(10)
  const SIZE = 2 * ('br'.length + 10) + 10
  const text = (name: string) => name.repeat(10)

  it('are found by coding and text', () => {
    const bodies = packedBodies(1000)
    bodies.remember('br', text('a'), packed)
    expect(bodies.find('br', text('a'))).to.equal(packed)
    expect(bodies.find('gzip', text('a'))).to.equal(null)
    expect(bodies.find('br', text('b'))).to.equal(null)
  })

  it('take no more than they may: the one not sent for the longest is forgotten', () => {
    const bodies = packedBodies(2 * SIZE)
    bodies.remember('br', text('a'), packed)
    bodies.remember('br', text('b'), packed)
    bodies.find('br', text('a'))
    bodies.remember('br', text('c'), packed)
    const found = ['a', 'b', 'c'].filter((name) => bodies.find('br', text(name)) !== null)
    expect(found).to.deep.equal(['a', 'c'])
  })

  it('count once, however often they are remembered', () => {
    const bodies = packedBodies(2 * SIZE)
    bodies.remember('br', text('a'), packed)
    for (let round = 0; round < 5; round++) bodies.remember('br', text('b'), packed)
    expect(bodies.find('br', text('a'))).to.equal(packed)
  })

  it('do not make room for one that is larger than all', () => {
    const bodies = packedBodies(2 * SIZE)
    bodies.remember('br', text('a'), packed)
    bodies.remember('br', text('b').repeat(100), packed)
    expect(bodies.find('br', text('a'))).to.equal(packed)
    expect(bodies.find('br', text('b').repeat(100))).to.equal(null)
  })
})
