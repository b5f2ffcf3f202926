import { expect } from 'chai'
import { ChunkList } from '#stages/fetch/http/body/chunk-list.ts'

describe('ChunkList', () => {
  it('keeps all bytes in order, whatever the sizes', () => {
    const pieces = new ChunkList()
    const added = Array.from({ length: 3000 }, (_, at) => Buffer.alloc((at * 7919) % 9001, at % 251))
    for (const chunk of added) pieces.add(chunk)
    expect(Buffer.concat(pieces.all).equals(Buffer.concat(added))).to.equal(true)
  })

  it('keeps few chunks, however many bytes are added one by one', () => {
    const pieces = new ChunkList()
    for (let at = 0; at < 1_000_000; at++) pieces.add(Buffer.from([at & 0xff]))
    expect(pieces.all.length).to.be.below(100)
    expect(Buffer.concat(pieces.all).length).to.equal(1_000_000)
  })

  it('does not copy large chunks', () => {
    const pieces = new ChunkList()
    const chunks = Array.from({ length: 200 }, () => Buffer.alloc(65_536))
    for (const chunk of chunks) pieces.add(chunk)
    expect(pieces.all.every((piece, at) => piece === chunks[at])).to.equal(true)
  })
})
