import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { type PartitionerArgs, Partitioners } from 'kafkajs'
import { makePartitioner, murmur2 } from '#shared/adapters/kafka/produce/partitioner.ts'

const partitionsOf = (...leaders: readonly number[]) =>
  leaders.map((leader, partitionId) => ({ partitionId, leader, leaderEpoch: 0, replicas: [] }))

describe('makePartitioner', () => {
  // Kafka, clients/src/test/java/org/apache/kafka/common/utils/UtilsTest.java, testMurmur2.
  for (const [key, hash] of [
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ] as const) {
    it(`hashes as Kafka's own test says: ${key}`, () => {
      expect(murmur2(Buffer.from(key))).to.equal(hash)
    })
  }

  it('chooses what kafkajs chooses for a key, of text or bytes of any length', () => {
    const [ours, theirs] = [makePartitioner(), Partitioners.DefaultPartitioner()]
    const keys = [
      ...Array.from({ length: 100 }, (_, length) => randomBytes(length)),
      ...Array.from({ length: 100 }, (_, at) => `host-${at}.exämple`),
    ]
    const partitionMetadata = partitionsOf(1, 1, -1, 2, 1, 1, 2)
    for (const key of keys) {
      const about = { topic: 't', partitionMetadata, message: { key, value: null } }
      expect(ours(key, partitionMetadata)).to.equal(theirs(about as unknown as PartitionerArgs))
    }
  })

  it('gives records without a key to the partitions that have a leader, in turn', () => {
    const choose = makePartitioner()
    const chosen = Array.from({ length: 4 }, () => choose(null, partitionsOf(1, -1, 2)))
    expect(chosen.toSorted()).to.deep.equal([0, 0, 2, 2])
    expect(choose(null, partitionsOf(-1, -1))).to.be.within(0, 1)
  })
})
