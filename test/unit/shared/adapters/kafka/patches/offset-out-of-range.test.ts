import { expect } from 'chai'
import { onOffsetOutOfRange } from '#shared/adapters/kafka/patches/offset-out-of-range.ts'
import { patchKafkajs } from '#shared/adapters/kafka/patches/patch-kafkajs.ts'
import { type Class, kafkajsModule } from '#shared/adapters/kafka/protocol/kafkajs.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

interface Group {
  recoverFromOffsetOutOfRange(error: unknown): Promise<void>
}

describe('onOffsetOutOfRange', () => {
  const clock = driveClockInEachTest()
  const { prototype } = kafkajsModule<Class<Group>>('consumer/consumerGroup')
  before(() => patchKafkajs({ maxBatchBytes: 1000, maxBatchRecords: 10 }))

  /** kafkajs itself would use these two to commit its default offset. */
  function groupOf(cluster: object) {
    const used: string[] = []
    const offsetManager = {
      setDefaultOffset: async () => void used.push('default offset'),
      clearOffsets: () => void used.push('cleared'),
    }
    const logger = { error() {} }
    return {
      group: {
        cluster,
        offsetManager,
        logger,
        preferredReadReplicasPerTopicPartition: {},
      } as unknown as Group,
      used,
    }
  }
  const error = Object.assign(new Error('out of range'), { topic: 't', partition: 0 })

  it('leaves the offset alone, calls the listener of the cluster, and waits before the next fetch', async () => {
    const cluster = {}
    let calls = 0
    onOffsetOutOfRange(cluster, () => void calls++)
    const { group, used } = groupOf(cluster)
    const began = clock.now()
    await clock.run(prototype.recoverFromOffsetOutOfRange.call(group, error))
    expect(clock.now() - began, 'no endless loop of fetches').to.equal(100)
    expect(calls).to.equal(1)
    expect(used).to.deep.equal([])
  })

  it('leaves other consumers to kafkajs', async () => {
    const { group, used } = groupOf({})
    await prototype.recoverFromOffsetOutOfRange.call(group, error)
    expect(used).to.include('default offset')
  })
})
