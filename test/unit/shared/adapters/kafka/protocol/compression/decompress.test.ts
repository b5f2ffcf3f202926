import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'
import { decompress } from '#shared/adapters/kafka/protocol/compression/decompress.ts'

const KIB = 1024
const GZIP = 1
const ZSTD = 4

describe('decompress', () => {
  it('limits the output of gzip and zstd', async () => {
    const text = Buffer.alloc(4 * 1024 * KIB)
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
    const small = Buffer.from('a record')
    for (const [codec, packed] of [
      [GZIP, gzipSync(small)],
      [ZSTD, zstdCompressSync(small)],
    ] as const) {
      expect((await decompress(codec, packed, 1024 * KIB)).equals(small)).to.equal(true)
      const damaged = await decompress(codec, packed.subarray(0, 9), 1024 * KIB).catch((error) => error)
      expect(damaged).to.be.instanceOf(DecodeError)
    }
    expect(await decompress(5, text, KIB).catch((error) => error)).to.be.instanceOf(DecodeError)
  })
})
