import { type Assigner, AssignerProtocol, type GroupMember, type PartitionAssigner } from 'kafkajs'
import { assignByRendezvous } from './rendezvous.ts'

const VERSION = 0

/** What is used of the cluster that kafkajs hands to an assigner. */
interface Cluster {
  findTopicPartitionMetadata(topic: string): { readonly partitionId: number }[]
}

/**
 * Shares the partitions of a group by the instance that each member says it is: see `shareByRendezvous`. Members that do
 * not know it (an older version) have to share another assigner with the rest.
 */
export function stickyAssigner(instance: string): PartitionAssigner {
  return ({ cluster }) => {
    const { findTopicPartitionMetadata } = cluster as unknown as Cluster
    return assignerOf(instance, (topic) => findTopicPartitionMetadata.call(cluster, topic))
  }
}

function assignerOf(instance: string, partitionsOf: Cluster['findTopicPartitionMetadata']): Assigner {
  return {
    name: 'RendezvousAssigner',
    version: VERSION,
    protocol({ topics }) {
      const metadata = AssignerProtocol.MemberMetadata.encode({
        version: VERSION,
        topics,
        userData: Buffer.from(instance),
      })
      return { name: this.name, metadata }
    },
    async assign({ members, topics }) {
      const partitions = topics.flatMap((topic) =>
        partitionsOf(topic).map(({ partitionId }) => ({ topic, partition: partitionId })),
      )
      const byName = new Map(partitions.map((one) => [`${one.topic}/${one.partition}`, one]))
      const owners = assignByRendezvous([...byName.keys()], members.map(candidateOf))
      const owned = Map.groupBy(byName, ([name]) => owners.get(name) ?? '')
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: VERSION,
          assignment: byTopic((owned.get(memberId) ?? []).map(([, one]) => one)),
          userData: Buffer.alloc(0),
        }),
      }))
    },
  }
}

function candidateOf({ memberId, memberMetadata }: GroupMember) {
  const userData = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData
  return { memberId, instance: userData?.toString() || memberId }
}

function byTopic(owned: readonly { readonly topic: string; readonly partition: number }[]) {
  const topics = Map.groupBy(owned, ({ topic }) => topic)
  return Object.fromEntries([...topics].map(([topic, own]) => [topic, own.map(({ partition }) => partition)]))
}
