import { expect } from 'chai'
import { checkRecordSize, recordBytes } from '#shared/adapters/common/record-size.ts'

describe('record size', () => {
  const record = { topic: 't', key: 'é', value: Buffer.alloc(3), headers: { a: 'é', b: Buffer.alloc(1) } }

  it('is the number of bytes of key, value, and header names and values', () => {
    expect(recordBytes(record)).to.equal(2 + 3 + (1 + 2) + (1 + 1))
    expect(recordBytes({ topic: 't', key: null, value: null, headers: {} })).to.equal(0)
  })

  it('is accepted up to the limit, and rejected with a RangeError above it', () => {
    expect(() => checkRecordSize(record, 10)).not.to.throw()
    expect(() => checkRecordSize(record, 9)).to.throw(RangeError, 'A record of 10 bytes is too large for t')
  })
})
