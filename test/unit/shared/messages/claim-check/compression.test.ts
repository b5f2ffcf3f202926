import { randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { compress, decompress, totalLength } from '#shared/messages/claim-check/compression.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const page = Buffer.from('<li>entry</li>'.repeat(1000))

describe('compression', () => {
  for (const [size, times] of [
    ['small', 1],
    ['large', 30],
  ] as const) {
    it(`makes one zstd frame of the chunks of a ${size} value, which any decoder reads`, async () => {
      const chunks = Array.from({ length: times }, () => page)
      const value = await compress(chunks)
      expect(value).to.include({ encoding: 'zstd', bytes: times * 14_000 })
      expect(totalLength(value.chunks)).to.be.below(7000)
      expect(zstdDecompressSync(Buffer.concat(value.chunks)).equals(Buffer.concat(chunks))).to.equal(true)
      expect(Buffer.from(await decompress(value, value.bytes)).equals(Buffer.concat(chunks))).to.equal(true)
    })
  }

  it('leaves a value that gets no smaller as it is', async () => {
    const noise = [randomBytes(5000)]
    expect(await compress(noise)).to.deep.equal({ encoding: 'identity', bytes: 5000, chunks: noise })
  })

  const frame = zstdCompressSync(page)
  for (const [what, value, maxBytes] of [
    ['more bytes than allowed', { encoding: 'zstd', bytes: page.length, chunks: [frame] }, page.length - 1],
    ['more bytes than stated', { encoding: 'zstd', bytes: 100, chunks: [frame] }, page.length],
    ['fewer bytes than stated', { encoding: 'zstd', bytes: page.length + 1, chunks: [frame] }, 1e9],
    ['another length than stated', { encoding: 'identity', bytes: 3, chunks: [Buffer.from('ab')] }, 1e9],
    ['a negative length', { encoding: 'identity', bytes: -1, chunks: [] }, 1e9],
    ['no number as its length', { encoding: 'identity', bytes: Number.NaN, chunks: [] }, 1e9],
    ['bytes that are no frame', { encoding: 'zstd', bytes: 2, chunks: [Buffer.from('ab')] }, 1e9],
  ] as const) {
    it(`rejects a value with ${what}`, async () => {
      expect(await rejectionOf(decompress(value, maxBytes))).to.be.instanceOf(Error)
    })
  }

  it('answers a buffer of its own', async () => {
    const shared = Buffer.from('abcdef')
    const own = await decompress({ encoding: 'identity', bytes: 2, chunks: [shared.subarray(2, 4)] }, 10)
    expect([own.length, own.buffer.byteLength]).to.deep.equal([2, 2])
    expect(Buffer.from(own).toString()).to.equal('cd')
  })
})
