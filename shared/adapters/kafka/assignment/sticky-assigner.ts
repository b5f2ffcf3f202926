import { type Assigner, AssignerProtocol, type GroupMember, type PartitionAssigner } from 'kafkajs'
import { partitionName } from '../protocol/partition-name.ts'
import { assignByRendezvous } from './rendezvous.ts'

const VERSION = 0

/** The part of kafkajs' cluster object that is used here. */
interface Cluster {
  findTopicPartitionMetadata(topic: string): { readonly partitionId: number }[]
}

/**
 * Creates an assigner of kafkajs that assigns partitions with `assignByRendezvous`, by the instance name that
 * each member sends. A group with a member that does not support this assigner (an older version) uses
 * another one that all members share.
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
      const byName = new Map(partitions.map((one) => [partitionName(one), one]))
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
