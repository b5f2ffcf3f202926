import type { NewRecord } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../connection/options.ts'
import type { PartitionMetadata } from '../protocol/metadata-request.ts'
import { makePartitioner } from './partitioner.ts'

/**
 * Returns the function that chooses the number of a record's partition: that of its key, as the Java client chooses it; of a
 * topic that is spread evenly, the next one in turn. `isSpreadEvenly` knows topics without the prefix, as records name them.
 */
export function partitionChooser({
  isSpreadEvenly,
}: Pick<KafkaSettings, 'isSpreadEvenly'>): (
  record: Pick<NewRecord, 'topic' | 'key'>,
  partitions: readonly PartitionMetadata[],
) => number {
  const byKey = makePartitioner()
  const inTurn = makeTurns()
  return ({ topic, key }, partitions) =>
    isSpreadEvenly(topic) ? inTurn(topic, partitions.length) : byKey(key, partitions)
}

/** Goes through the partitions of each topic in turn, from any one on: other producers begin with another one. */
function makeTurns(): (topic: string, count: number) => number {
  const last = new Map<string, number>()
  return (topic, count) => {
    const next = ((last.get(topic) ?? Math.floor(Math.random() * count)) + 1) % count
    last.set(topic, next)
    return next
  }
}
