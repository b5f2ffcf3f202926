import { expect } from 'chai'
import { DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'
import { decompressSnappy } from '#shared/adapters/kafka/protocol/compression/snappy.ts'

const KIB = 1024
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('decompressSnappy', () => {
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
