import { expect } from 'chai'
import { DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'
import { copyMatch, decompressLz4 } from '#shared/adapters/kafka/protocol/compression/lz4.ts'

const KIB = 1024
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('decompressLz4', () => {
  // By lz4_Frame_format.md and lz4_Block_format.md: magic, FLG, BD, HC; blocks; end mark.
  const header = '04224d18 60 40 82'
  const match = `${header} 08000000 3e 616263 0300 2058 00000000` // 3 literals, 18 bytes from 3 back, 'X'
  const damaged = [
    '04224d18',
    'ffffffff',
    `${header} 08000000 3e 616263 0400 2058 00000000`,
    `${header} 09000000 3e 616263 0300`,
    `${header} 02000000 f0 ff 00000000`,
  ]

  it('decompresses literals and overlapping matches', () => {
    const packed = bytes(`${header} 08000000 3e 616263 0300 1058 00000000`)
    expect(decompressLz4(packed, KIB).toString()).to.equal(`${'abc'.repeat(7)}X`)
  })

  it('decompresses uncompressed blocks, and ignores sizes, checksums and skippable frames', () => {
    const skipped = '502a4d18 02000000 ffff'
    const plain = `${skipped} 04224d18 7c 40 0500000000000000 00 05000080 68656c6c6f 00000000 00000000 00000000`
    expect(decompressLz4(bytes(plain), KIB).toString()).to.equal('hello')
  })

  it('rejects damaged bytes and output over the limit', () => {
    for (const one of [match, ...damaged])
      expect(() => decompressLz4(bytes(one), KIB), one).to.throw(DecodeError)
    // A match of 19 + 250,000 * 255 bytes.
    const bomb = Buffer.concat([bytes(`${header} 96d00300 1f 61 0100`), Buffer.alloc(250_000, 0xff)])
    expect(() => decompressLz4(bomb, 1024 * KIB)).to.throw(DecodeError)
  })

  it('repeats bytes that were just written if a match overlaps its source', () => {
    const output = Buffer.from('ab......')
    copyMatch(output, 2, 2, 6)
    expect(output.toString()).to.equal('abababab')
  })
})
