import { createHash } from 'node:crypto'
import { type Assigner, AssignerProtocol, type GroupMember, PartitionAssigners } from 'kafkajs'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { byTopic, partitionName } from '../protocol/partition-name.ts'

/** Partition numbers by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>

/** The numbers of the partitions of a topic. */
type PartitionsOf = (topic: string) => readonly number[]

const VERSION = 0

/**
 * The ways to assign partitions that a member offers to its group, which uses the first one that all members offer:
 * `assignByRendezvous`, by the instance name that each member sends, and that of older versions.
 */
export function assigners(instance: string, partitionsOf: PartitionsOf): readonly Assigner[] {
  return [stickyAssigner(instance, partitionsOf), roundRobin(partitionsOf)]
}

/** The assignment that a member has got; none if it has no partitions. */
export function decodeAssignment(bytes: Buffer): Assignment {
  return AssignerProtocol.MemberAssignment.decode(bytes)?.assignment ?? {}
}

/** That of kafkajs, which takes its cluster object to know the partitions. */
function roundRobin(partitionsOf: PartitionsOf): Assigner {
  const findTopicPartitionMetadata = (topic: string) =>
    partitionsOf(topic).map((partitionId) => ({ partitionId }))
  const cluster = { findTopicPartitionMetadata } as unknown
  return PartitionAssigners.roundRobin({ cluster } as Parameters<typeof PartitionAssigners.roundRobin>[0])
}

function stickyAssigner(instance: string, partitionsOf: PartitionsOf): Assigner {
  return {
    name: 'RendezvousAssigner',
    version: VERSION,
    protocol({ topics }) {
      const userData = Buffer.from(instance)
      const metadata = AssignerProtocol.MemberMetadata.encode({ version: VERSION, topics, userData })
      return { name: this.name, metadata }
    },
    async assign({ members, topics }) {
      const partitions = topics.flatMap((topic) =>
        partitionsOf(topic).map((partition) => ({ topic, partition })),
      )
      const byName = new Map(partitions.map((one) => [partitionName(one), one]))
      const owners = assignByRendezvous([...byName.keys()], members.map(candidateOf))
      const owned = Map.groupBy(byName, ([name]) => owners.get(name) ?? '')
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: encodeAssignment((owned.get(memberId) ?? []).map(([, one]) => one)),
      }))
    },
  }
}

function encodeAssignment(owned: readonly TopicPartition[]): Buffer {
  const topics = byTopic(owned, ({ partition }) => partition)
  const assignment = Object.fromEntries(topics.map(({ topic, partitions }) => [topic, partitions]))
  return AssignerProtocol.MemberAssignment.encode({
    version: VERSION,
    assignment,
    userData: Buffer.alloc(0),
  })
}

function candidateOf({ memberId, memberMetadata }: GroupMember) {
  const userData = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData
  return { memberId, instance: userData?.toString() || memberId }
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
