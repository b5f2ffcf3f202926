import type { Admin } from 'kafkajs'

/**
 * A topic as it exists at present: its id ('' if the broker does not tell) and the leader epoch of each
 * partition.
 */
export interface TopicDescription {
  readonly id: string
  readonly leaderEpochs: ReadonlyMap<number, number>
}

/** Describes the topics, by name. Rejects if a topic does not exist. */
export async function describeTopics(
  admin: Pick<Admin, 'fetchTopicMetadata'>,
  topics: readonly string[],
): Promise<ReadonlyMap<string, TopicDescription>> {
  const answer = await admin.fetchTopicMetadata({ topics: [...topics] })
  return new Map(
    answer.topics.map(({ name, partitions }) => {
      const known: DescribedPartition[] = partitions
      const leaderEpochs = known.map(
        ({ partitionId, leaderEpoch = -1 }) => [partitionId, leaderEpoch] as const,
      )
      return [name, { id: known[0]?.topicId ?? '', leaderEpochs: new Map(leaderEpochs) }]
    }),
  )
}

/** A partition as kafkajs returns it; an old broker sends neither topic id nor leader epoch. */
interface DescribedPartition {
  readonly partitionId: number
  readonly topicId?: string
  readonly leaderEpoch?: number
}
