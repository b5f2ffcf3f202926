import { expect } from 'chai'
import { partitionName } from '#shared/adapters/kafka/protocol/partition-name.ts'

describe('partitionName', () => {
  it('differs for topics whose names end in digits', () => {
    expect(partitionName({ topic: 'a.1', partition: 12 })).to.equal('a.1/12')
    expect(partitionName({ topic: 'a.11', partition: 2 })).not.to.equal(
      partitionName({ topic: 'a.1', partition: 12 }),
    )
  })
})
