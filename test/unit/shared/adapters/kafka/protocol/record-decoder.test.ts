import { expect } from 'chai'
import { DecodeError } from '#shared/adapters/kafka/protocol/compression/decode-error.ts'
import { decodeRecords } from '#shared/adapters/kafka/protocol/record-decoder.ts'

/** Bytes of a record (Kafka, "Record"); every number is a zigzag varint, so that n is written as 2n. */
const record = (body: string) => {
  const bytes = Buffer.from(body.replaceAll(' ', ''), 'hex')
  return Buffer.concat([Buffer.from([2 * bytes.length]), bytes])
}

describe('decodeRecords', () => {
  it('decodes deltas, key, value and headers', () => {
    // No attributes; timestamp +150 (300 as a varint); offset +1; key `k`; no value; one header `h: é`.
    const [decoded] = decodeRecords(record('00 ac02 02 026b 01 02 0268 04c3a9'), 1)
    expect(decoded).to.deep.equal({
      timestampDelta: 150,
      offsetDelta: 1,
      key: Buffer.from('k'),
      value: null,
      headers: { h: Buffer.from('é') },
    })
  })

  it('decodes negative deltas', () => {
    // -3 is written as 5.
    expect(decodeRecords(record('00 05 00 01 01 00'), 1)[0]?.timestampDelta).to.equal(-3)
  })

  it('keeps the first header of each name, also of a name that objects have, and reads no value as empty', () => {
    const named = '12 5f5f70726f746f'.replace('12', '0e') // seven bytes: `__proto`
    const [decoded] = decodeRecords(record(`00 00 00 01 01 06 0261 0231 0261 0232 ${named} 01`), 1)
    expect(decoded?.headers).to.deep.equal({ a: Buffer.from('1'), __proto: Buffer.alloc(0) })
  })

  const damaged: Record<string, [bytes: Buffer, count: number]> = {
    'a record that is cut off': [record('00 00 00 01 01 00').subarray(0, 4), 1],
    'fewer records than were announced': [record('00 00 00 01 01 00'), 2],
    'bytes after the last record': [Buffer.concat([record('00 00 00 01 01 00'), Buffer.from([0])]), 1],
    'a field that is longer than its record': [record('00 00 00 08 6b 01 00'), 1],
    'bytes after the fields of a record': [record('00 00 00 01 01 00 00'), 1],
    'a varint without an end': [Buffer.alloc(12, 0xff), 1],
    'a header without a name': [record('00 00 00 01 01 02 01 01'), 1],
    'a negative number of headers': [record('00 00 00 01 01 01'), 1],
    'more than 100 headers': [record('00 00 00 01 01 ca01'), 1],
    'a record without bytes': [Buffer.from([0]), 1],
  }
  for (const [what, [bytes, count]] of Object.entries(damaged)) {
    it(`throws a DecodeError for ${what}`, () => {
      expect(() => decodeRecords(bytes, count)).to.throw(DecodeError)
    })
  }
})
