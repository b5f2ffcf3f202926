import { expect } from 'chai'
import { byteChunks } from '#shared/rpc/text-stream.ts'

describe('byteChunks', () => {
  const pieces = (text: string, most: number) =>
    [...byteChunks(Buffer.from(text), most)].map((piece) => Buffer.from(piece).toString())

  it('splits bytes into chunks of a maximum size, without loss', () => {
    expect(pieces('abcdefg', 3)).to.deep.equal(['abc', 'def', 'g'])
    expect(pieces('abc', 3)).to.deep.equal(['abc'])
    expect(pieces('', 3)).to.deep.equal([])
  })
})
