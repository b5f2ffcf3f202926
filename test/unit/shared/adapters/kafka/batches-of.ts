import { type NewBatch, NO_IDENTITY } from '#shared/adapters/kafka/protocol/batch-encoder.ts'
import { partitionName } from '#shared/adapters/kafka/protocol/partition-name.ts'
import type { NewRecord, TopicPartition } from '#shared/ports/event-log.ts'

/** A batch of the records of each partition, plain and without a producer id. */
export function batchesOf(records: readonly (NewRecord & TopicPartition)[]): NewBatch[] {
  return [...Map.groupBy(records, partitionName).values()].map((own) => {
    const { topic, partition } = own[0] as TopicPartition
    return { topic, partition, records: own, identity: NO_IDENTITY, isPacked: false }
  })
}
