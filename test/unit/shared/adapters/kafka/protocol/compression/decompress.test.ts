import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'
import { decompress } from '#shared/adapters/kafka/protocol/compression/decompress.ts'
import { decompressLz4 } from '#shared/adapters/kafka/protocol/compression/lz4.ts'
import { decompressSnappy } from '#shared/adapters/kafka/protocol/compression/snappy.ts'

const KIB = 1024
const GZIP = 1
const ZSTD = 4
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('decompress', () => {
  describe('snappy', () => {
    // By google/snappy, format_description.txt: length, literals (tag 00), copies (tags 01, 10, 11).
    const literal = bytes('05 10 68656c6c6f')
    const repeated = bytes('0a 04 6162 1a 0200') // 'ab', then 7 bytes from 2 bytes back, which is one short
    const run = bytes('08 04 6162 16 0200')

    it('decompresses literals and overlapping copies', () => {
      expect(decompressSnappy(literal, KIB).toString()).to.equal('hello')
      expect(decompressSnappy(run, KIB).toString()).to.equal('abababab')
      expect(decompressSnappy(bytes('08 04 6162 09 02'), KIB).toString()).to.equal('abababab')
      expect(decompressSnappy(bytes('08 04 6162 17 02000000'), KIB).toString()).to.equal('abababab')
      expect(decompressSnappy(bytes('00'), KIB)).to.have.length(0)
    })

    it('decompresses a literal whose length follows its tag', () => {
      const text = 'x'.repeat(300)
      const packed = Buffer.concat([bytes('ac02 f4 2b01'), Buffer.from(text)])
      expect(decompressSnappy(packed, KIB).toString()).to.equal(text)
    })

    it('decompresses the frames of the Java client', () => {
      const frame = bytes('82534e4150505900 00000001 00000001 00000007')
      const packed = Buffer.concat([frame, literal, bytes('00000006'), run.subarray(0, 7)])
      packed.writeUInt32BE(run.length, frame.length + literal.length)
      expect(decompressSnappy(packed, KIB).toString()).to.equal('helloabababab')
      expect(() => decompressSnappy(packed, 12)).to.throw(DecodeError, 'exceeds the limit')
    })

    it('rejects damaged bytes and output over the limit', () => {
      for (const damaged of ['', 'ff', '05 10 6865', repeated.toString('hex'), '05 04 6162 16 0300'])
        expect(() => decompressSnappy(bytes(damaged), KIB), damaged).to.throw(DecodeError)
      expect(() => decompressSnappy(literal, 4)).to.throw(DecodeError, 'exceeds the limit')
      // Claims 4 GiB - 1 and contains nothing.
      expect(() => decompressSnappy(bytes('ffffffff0f'), 2 ** 33)).to.throw(DecodeError)
    })
  })

  describe('lz4', () => {
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
  })

  it('limits the output of gzip and zstd', async () => {
    const text = Buffer.alloc(64 * 1024 * KIB)
    const packed = [
      [GZIP, gzipSync(text)],
      [ZSTD, zstdCompressSync(text)],
    ] as const
    for (const [codec, bomb] of packed) {
      expect((await decompress(codec, bomb, text.length)).equals(text)).to.equal(true)
      const refused = await decompress(codec, bomb, text.length - 1).catch((error) => error)
      expect(refused)
        .to.be.instanceOf(DecodeError)
        .with.property('message')
        .that.includes('exceeds the limit')
      const damaged = await decompress(codec, bomb.subarray(0, 9), KIB).catch((error) => error)
      expect(damaged).to.be.instanceOf(DecodeError)
    }
    expect(await decompress(5, text, KIB).catch((error) => error)).to.be.instanceOf(DecodeError)
  })
})
