import { expect } from 'chai'
import { AssignedPartitions } from '#shared/consumer/offsets/partitions.ts'
import type { PartitionBounds } from '#shared/ports/event-log.ts'

describe('AssignedPartitions', () => {
  const start = (topic: string, partition: number, offset = 0) => ({ topic, partition, offset, metadata: '' })
  const place = (topic: string, partition: number, offset: number) => ({ topic, partition, offset })

  it('keeps partitions of one number apart by topic, and those of one topic by number', () => {
    const partitions = new AssignedPartitions()
    partitions.assign([start('a', 0), start('a', 1), start('b', 0)])
    for (const [topic, partition] of [['a', 0] as const, ['a', 1] as const, ['b', 0] as const]) {
      expect(partitions.begin(place(topic, partition, 0))).to.equal(true)
      expect(partitions.begin(place(topic, partition, 0))).to.equal(false)
    }
    partitions.finish(place('a', 1, 0))
    expect(partitions.positions()).to.deep.equal([start('a', 0), start('a', 1, 1), start('b', 0)])
    expect(partitions.size()).to.equal(2)
  })

  it('owns the last assignment only, in any order of assignments', () => {
    const partitions = new AssignedPartitions()
    const owned = () => [0, 1, 2].filter((partition) => partitions.owns(place('a', partition, 0)))
    expect(owned()).to.deep.equal([])
    partitions.assign([start('a', 0), start('a', 1)])
    expect(owned()).to.deep.equal([0, 1])
    expect(partitions.count).to.equal(2)
    partitions.assign([start('a', 1), start('a', 2)])
    expect(owned()).to.deep.equal([1, 2])
    expect(partitions.positions()).to.deep.equal([start('a', 1), start('a', 2)])
    partitions.assign([])
    expect(owned()).to.deep.equal([])
    expect([partitions.positions(), partitions.size()]).to.deep.equal([[], 0])
  })

  it('keeps the progress of a partition that it lost and regains', () => {
    const partitions = new AssignedPartitions()
    partitions.assign([start('a', 0)])
    for (const offset of [0, 1, 2]) partitions.begin(place('a', 0, offset))
    partitions.assign([])
    partitions.finish(place('a', 0, 0))
    partitions.finish(place('a', 0, 1))
    partitions.withdraw(place('a', 0, 2))
    partitions.assign([start('a', 0)])
    expect([0, 1, 2].map((offset) => partitions.begin(place('a', 0, offset)))).to.deep.equal([
      false,
      false,
      true,
    ])
  })

  describe('with the bounds of the log', () => {
    const bounds = (log: string, end: number, committed: PartitionBounds['committed'] = null) => ({
      ...{ topic: 'a', partition: 0, log, oldest: 0, end, committed },
    })

    it('continue behind the commit at first, in the first epoch', () => {
      const partitions = new AssignedPartitions()
      const committed = { log: 'A', offset: 4, metadata: '' }
      expect(partitions.assign([start('a', 0, 4)], [bounds('A', 10, committed)])).to.deep.equal([])
      expect(partitions.begin(place('a', 0, 3))).to.equal(false)
      expect(partitions.begin(place('a', 0, 4))).to.equal(true)
      expect(partitions.epochOf(place('a', 0, 4))).to.equal(0)
    })

    it('keep their epoch in the same log, and begin another one in a new log', () => {
      const partitions = new AssignedPartitions()
      partitions.assign([start('a', 0)], [bounds('A', 10)])
      for (const offset of [0, 1, 2]) partitions.begin(place('a', 0, offset))
      for (const offset of [0, 1]) partitions.finish(place('a', 0, offset))
      expect(partitions.assign([start('a', 0)], [bounds('A', 12)])).to.deep.equal([])
      expect([partitions.epochOf(place('a', 0, 0)), partitions.begin(place('a', 0, 1))]).to.deep.equal([
        0,
        false,
      ])
      const changes = partitions.assign([start('a', 0)], [bounds('B', 5)])
      expect(changes).to.deep.equal([
        { topic: 'a', partition: 0, cause: 'recreated', from: 2, to: 0, lost: 0, replayed: 2 },
      ])
      expect([partitions.epochOf(place('a', 0, 0)), partitions.begin(place('a', 0, 1))]).to.deep.equal([
        1,
        true,
      ])
      expect(partitions.assign([start('a', 0)], [bounds('B', 5)])).to.deep.equal([])
      expect(partitions.epochOf(place('a', 0, 0))).to.equal(1)
    })
  })
})
