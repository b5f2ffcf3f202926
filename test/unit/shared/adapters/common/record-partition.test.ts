import { expect } from 'chai'
import { checkPartition } from '#shared/adapters/common/record-partition.ts'

describe('record partition', () => {
  const record = { topic: 't', key: null, value: null, headers: {} }

  it('may be absent, or one that the topic has', () => {
    expect(() => checkPartition(record, 1)).not.to.throw()
    for (const partition of [0, 1, 2]) {
      expect(() => checkPartition({ ...record, partition }, 3)).not.to.throw()
    }
  })

  it('is rejected with a RangeError if the topic does not have it', () => {
    for (const partition of [-1, 0.5, 3, Number.NaN]) {
      expect(() => checkPartition({ ...record, partition }, 3)).to.throw(
        RangeError,
        't does not have a partition',
      )
    }
  })
})
