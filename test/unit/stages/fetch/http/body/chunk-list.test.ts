import { expect } from 'chai'
import { ChunkList } from '#stages/fetch/http/body/chunk-list.ts'

describe('ChunkList', () => {
  it('keeps all bytes in order, whatever the sizes', () => {
    const chunks = new ChunkList()
    const added = Array.from({ length: 3000 }, (_, at) => Buffer.alloc((at * 7919) % 9001, at % 251))
    for (const chunk of added) chunks.add(chunk)
    expect(Buffer.concat(chunks.all).equals(Buffer.concat(added))).to.equal(true)
  })

  it('keeps few chunks, however many bytes are added one by one', () => {
    const chunks = new ChunkList()
    for (let at = 0; at < 200_000; at++) chunks.add(Buffer.from([at & 0xff]))
    expect(chunks.all.length).to.be.below(100)
    expect(Buffer.concat(chunks.all).length).to.equal(200_000)
  })

  it('does not copy large chunks', () => {
    const list = new ChunkList()
    const chunks = Array.from({ length: 200 }, () => Buffer.alloc(65_536))
    for (const chunk of chunks) list.add(chunk)
    expect(list.all.every((chunk, at) => chunk === chunks[at])).to.equal(true)
  })
})
