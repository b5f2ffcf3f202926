import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { decompressSync } from '#stages/fetch/http/body/decode-buffered.ts'
import { forms, pageOf } from '../compressed-pages.ts'

const KIBIBYTE = 1024
const max = 256 * KIBIBYTE
const page = pageOf(130 * KIBIBYTE)

describe('decompressSync', () => {
  for (const [name, { coding, pack }] of Object.entries(forms)) {
    const compressed = pack(page)

    it(`decompresses ${name}, also of one byte and of the most bytes`, () => {
      for (const bytes of [page.subarray(0, 1), page, pageOf(max)])
        expect(decompressSync(coding, pack(bytes), max)?.equals(bytes)).to.equal(true)
    })

    it(`returns null for ${name} beyond the limit`, () => {
      expect(decompressSync(coding, compressed, page.length)?.length).to.equal(page.length)
      expect(decompressSync(coding, compressed, page.length - 1)).to.equal(null)
      expect(decompressSync(coding, compressed, 0)).to.equal(null)
      expect(decompressSync(coding, pack(Buffer.alloc(8_000_000)), max)).to.equal(null)
    })

    it(`returns null for ${name} that is truncated anywhere`, () => {
      const short = pack(page.subarray(0, 3000))
      for (let end = 0; end < short.length; end += 1)
        expect(decompressSync(coding, short.subarray(0, end), max), `of ${end} bytes`).to.equal(null)
    })

    it(`returns null for ${name} that is empty, invalid, or continues after its end`, () => {
      const endings = [Buffer.alloc(1), Buffer.alloc(9), Buffer.from('garbage')]
      const others = [Buffer.alloc(0), Buffer.from('no compression whatsoever'), pack(Buffer.alloc(0))]
      for (const bytes of [...others, ...endings.map((ending) => Buffer.concat([compressed, ending]))])
        expect(decompressSync(coding, bytes, max)).to.equal(null)
    })
  }

  it('decompresses all members of a gzip file, however short the last one is', () => {
    const members = Buffer.concat([gzipSync(page), gzipSync('end')])
    expect(decompressSync('gzip', members, max)?.equals(Buffer.concat([page, Buffer.from('end')]))).to.equal(
      true,
    )
  })

  it('keeps little more memory than the bytes of a page', () => {
    expect(decompressSync('gzip', gzipSync(page), max)?.buffer.byteLength).to.equal(page.length + 1)
  })
})
