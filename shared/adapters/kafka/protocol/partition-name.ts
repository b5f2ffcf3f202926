import type { TopicPartition } from '#shared/ports/event-log.ts'

/** Name of a partition as `topic/partition`; unique, since the name of a topic contains no slash. */
export function partitionName({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`
}

/** An entry for each partition, by topic, as requests have them. */
export function byTopic<T extends TopicPartition, Entry>(
  partitions: readonly T[],
  toEntry: (one: T) => Entry,
): { readonly topic: string; readonly partitions: Entry[] }[] {
  const groups = Map.groupBy(partitions, ({ topic }) => topic)
  return [...groups].map(([topic, ofTopic]) => ({ topic, partitions: ofTopic.map(toEntry) }))
}
