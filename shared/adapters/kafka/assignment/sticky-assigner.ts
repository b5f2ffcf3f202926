import { createHash } from 'node:crypto'
import { type Assigner, AssignerProtocol, type GroupMember, type PartitionAssigner } from 'kafkajs'
import { partitionName } from '../protocol/partition-name.ts'

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

/** A group member that may own partitions. */
export interface Candidate {
  readonly memberId: string
  /** Name that stays the same across restarts. Several members may share one. */
  readonly instance: string
}

interface NamedMember {
  readonly memberId: string
  readonly name: string
}

interface Bid {
  readonly partition: string
  readonly member: NamedMember
  readonly weight: string
}

/**
 * Assigns each partition to the member with the highest hash of both names (rendezvous hashing), balanced so
 * that the numbers of partitions of two members differ by at most one. The result depends only on the
 * members, not on the previous assignment: a member that joins or leaves moves about its own share, and a
 * restarted one gets back its former partitions. Returns the member id of each partition.
 */
export function assignByRendezvous(
  partitions: readonly string[],
  candidates: readonly Candidate[],
): Map<string, string> {
  const namedMembers = nameMembers(candidates)
  const bids = partitions.flatMap((partition) => namedMembers.map((member) => bid(partition, member)))
  bids.sort((a, b) => (a.weight < b.weight ? -1 : 1))
  const share = Math.floor(partitions.length / namedMembers.length)
  let extras = partitions.length % namedMembers.length
  const load = new Map<NamedMember, number>()
  const owners = new Map<string, string>()
  for (const { partition, member } of bids) {
    const assigned = load.get(member) ?? 0
    if (owners.has(partition) || assigned > share || (assigned === share && extras === 0)) continue
    if (assigned === share) extras -= 1
    load.set(member, assigned + 1)
    owners.set(partition, member.memberId)
  }
  return owners
}

/** Numbers the members of one instance in the order of their member ids, which the broker assigns. */
function nameMembers(candidates: readonly Candidate[]): NamedMember[] {
  const byInstance = Map.groupBy(
    candidates.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
    ({ instance }) => instance,
  )
  return [...byInstance].flatMap(([instance, members]) =>
    members.map(({ memberId }, number) => ({ memberId, name: `${instance}#${number}` })),
  )
}

function bid(partition: string, member: NamedMember): Bid {
  const weight = createHash('sha1').update(`${partition} ${member.name}`).digest('hex')
  return { partition, member, weight }
}
