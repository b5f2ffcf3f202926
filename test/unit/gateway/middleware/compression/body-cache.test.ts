import { expect } from 'chai'
import { compressedBodyCache } from '#gateway/middleware/compression/body-cache.ts'

describe('compressedBodyCache', () => {
  // 2 bytes for each character of coding and text, and 10 of the compressed form.
  const packed = Buffer.alloc(10)
  const SIZE = 2 * ('br'.length + 10) + 10
  const text = (name: string) => name.repeat(10)

  it('finds a body by coding and text', () => {
    const bodies = compressedBodyCache(1000)
    bodies.set('br', text('a'), packed)
    expect(bodies.get('br', text('a'))).to.equal(packed)
    expect(bodies.get('gzip', text('a'))).to.equal(null)
    expect(bodies.get('br', text('b'))).to.equal(null)
  })

  it('stays below its maximum size: drops the least recently used body', () => {
    const bodies = compressedBodyCache(2 * SIZE)
    bodies.set('br', text('a'), packed)
    bodies.set('br', text('b'), packed)
    bodies.get('br', text('a'))
    bodies.set('br', text('c'), packed)
    const found = ['a', 'b', 'c'].filter((name) => bodies.get('br', text(name)) !== null)
    expect(found).to.deep.equal(['a', 'c'])
  })

  it('counts a body once, however often it is set', () => {
    const bodies = compressedBodyCache(2 * SIZE)
    bodies.set('br', text('a'), packed)
    for (let round = 0; round < 5; round++) bodies.set('br', text('b'), packed)
    expect(bodies.get('br', text('a'))).to.equal(packed)
  })

  it('does not drop anything for a body that exceeds its maximum size', () => {
    const bodies = compressedBodyCache(2 * SIZE)
    bodies.set('br', text('a'), packed)
    bodies.set('br', text('b').repeat(100), packed)
    expect(bodies.get('br', text('a'))).to.equal(packed)
    expect(bodies.get('br', text('b').repeat(100))).to.equal(null)
  })
})
