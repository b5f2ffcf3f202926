import { expect } from 'chai'
import { bodySize, encodeRecord, varintSize } from '#shared/adapters/kafka/protocol/record-encoder.ts'

describe('encodeRecord', () => {
  it('writes the length and so many bytes, as the protocol has them', () => {
    const record = { topic: 't', key: Buffer.from('k'), value: 'é', headers: { h: '' } }
    const into = Buffer.alloc(20)
    const size = bodySize(record, 3)
    const end = encodeRecord(into, 1, record, 3, size)
    // 12 bytes: no attributes, timestamp delta 0, offset delta 3, key of 1, value of 2, 1 header: name of 1, value of 0.
    expect(into.toString('hex', 1, end)).to.equal('18000006026b04c3a902026800')
    expect([size, end]).to.deep.equal([12, 14])
  })

  // A zigzag-encoded number has 7 bits in each byte.
  for (const [number, bytes] of [
    [-1, 1],
    [63, 1],
    [64, 2],
    [8191, 2],
    [8192, 3],
    [2 ** 30, 5],
  ] as const) {
    it(`takes ${bytes} bytes for the varint of ${number}`, () => {
      expect(varintSize(number)).to.equal(bytes)
    })
  }
})
