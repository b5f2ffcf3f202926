import { expect } from 'chai'
import { packBytes } from '#stages/batch/adapters/postgres/packed-bytes.ts'

describe('packBytes', () => {
  it('tells where each byte string is, from 1, also empty ones', () => {
    const { bytes, starts, lengths } = packBytes([Buffer.from('ab'), Buffer.alloc(0), Buffer.from('c')])
    expect(bytes.toString()).to.equal('abc')
    expect([starts, lengths]).to.deep.equal([
      [1, 3, 3],
      [2, 0, 1],
    ])
  })
})
