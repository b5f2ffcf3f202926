import type { Position, TopicPartition } from '#shared/ports/event-log.ts'
import { assertAccepted } from '../protocol/kafka-error.ts'
import type { EpochEnd, EpochQuery } from '../protocol/offset-for-leader-epoch.ts'
import { byTopic } from '../protocol/partition-name.ts'

export type GroupApi =
  | ('GroupCoordinator' | 'JoinGroup' | 'SyncGroup' | 'Heartbeat' | 'LeaveGroup')
  | ('OffsetCommit' | 'OffsetFetch' | 'OffsetForLeaderEpoch')

/** Sends a request of kafkajs's definition and returns the decoded answer with its error codes. */
type SendRequest = <Answer>(api: GroupApi, options: object) => Promise<Answer>

/** The requests of a member of a group. Each rejects with the error that the broker answers with. */
export interface GroupRequests {
  /** Any broker knows the coordinator of a group. */
  findCoordinator(groupId: string): Promise<BrokerNode>
  /** Resolves when all members have joined, or the time for it is over. */
  joinGroup(request: JoinRequest): Promise<JoinedGroup>
  /** Resolves with the assignment of this member, when the leader of the group has sent those of all. */
  syncGroup(member: GroupMember, assignments: readonly MemberAssignment[]): Promise<Buffer>
  heartbeat(member: GroupMember): Promise<void>
  leaveGroup(member: Pick<GroupMember, 'groupId' | 'memberId'>): Promise<void>
  commitOffsets(member: GroupMember, positions: readonly Position[]): Promise<void>
  /** The last commits of the group; the offset is -1 where there is none. */
  fetchOffsets(groupId: string, partitions: readonly TopicPartition[]): Promise<Position[]>
  /**
   * The end offset of the given leader epoch and all earlier ones, of partitions that this broker leads: if the log
   * was truncated since it was read, it was truncated there. -1 if it is not known.
   */
  epochEnds(queries: readonly EpochQuery[]): Promise<EpochEnd[]>
}

interface BrokerNode {
  readonly nodeId: number
  readonly host: string
  readonly port: number
}

/** A member in a generation of its group. */
export interface GroupMember {
  readonly groupId: string
  readonly memberId: string
  readonly generationId: number
}

interface JoinRequest {
  readonly groupId: string
  /** '' = none yet. */
  readonly memberId: string
  readonly sessionTimeoutMs: number
  readonly rebalanceTimeoutMs: number
  readonly protocols: readonly { readonly name: string; readonly metadata: Buffer }[]
}

interface MemberAssignment {
  readonly memberId: string
  readonly memberAssignment: Buffer
}

export interface JoinedGroup {
  /** Whether only the id was given: the member must join again with it. */
  readonly isIdOnly: boolean
  readonly memberId: string
  readonly generationId: number
  readonly leaderId: string
  readonly protocol: string
  /** All members, if this one is the leader. */
  readonly members: readonly { readonly memberId: string; readonly memberMetadata: Buffer }[]
}

interface Answer {
  readonly errorCode: number
}
interface JoinAnswer extends Answer, Omit<JoinedGroup, 'isIdOnly' | 'protocol'> {
  readonly groupProtocol: string
}
interface PartitionAnswers<Entry> {
  readonly responses: readonly {
    readonly topic: string
    readonly partitions: readonly (Entry & Answer & { readonly partition: number })[]
  }[]
}
interface FetchedOffset {
  readonly offset: string
  readonly metadata: string | null
}

/** The group requests of a broker to which `send` sends. */
export function groupRequests(send: SendRequest): GroupRequests {
  return {
    async findCoordinator(groupId) {
      const answer = await send<Answer & { coordinator: BrokerNode }>('GroupCoordinator', { groupId })
      assertAccepted(answer.errorCode)
      return answer.coordinator
    },
    joinGroup: async (request) => joinedGroup(await send<JoinAnswer>('JoinGroup', joinOptions(request))),
    async syncGroup(member, groupAssignment) {
      const options = { ...member, groupAssignment }
      const answer = await send<Answer & { memberAssignment: Buffer }>('SyncGroup', options)
      assertAccepted(answer.errorCode)
      return answer.memberAssignment
    },
    async heartbeat(member) {
      assertAccepted((await send<Answer>('Heartbeat', withGeneration(member))).errorCode)
    },
    async leaveGroup(member) {
      assertAccepted((await send<Answer>('LeaveGroup', member)).errorCode)
    },
    async commitOffsets(member, positions) {
      const topics = byTopic(positions, ({ partition, offset, metadata }) => {
        return { partition, offset: String(offset), metadata }
      })
      const options = { ...withGeneration(member), topics }
      for (const { errorCode } of entries(await send<PartitionAnswers<object>>('OffsetCommit', options)))
        assertAccepted(errorCode)
    },
    async fetchOffsets(groupId, partitions) {
      const topics = byTopic(partitions, ({ partition }) => ({ partition }))
      return fetchedOffsets(await send('OffsetFetch', { groupId, topics }))
    },
    epochEnds: (queries) => send('OffsetForLeaderEpoch', { queries }),
  }
}

function joinOptions({ protocols, sessionTimeoutMs, rebalanceTimeoutMs, ...member }: JoinRequest): object {
  const timeouts = { sessionTimeout: sessionTimeoutMs, rebalanceTimeout: rebalanceTimeoutMs }
  return { ...member, ...timeouts, protocolType: 'consumer', groupProtocols: protocols }
}

/** Kafka protocol, "Error Codes". */
const MEMBER_ID_REQUIRED = 79

function joinedGroup({ errorCode, groupProtocol, ...joined }: JoinAnswer): JoinedGroup {
  const isIdOnly = errorCode === MEMBER_ID_REQUIRED
  if (!isIdOnly) assertAccepted(errorCode)
  return { ...joined, isIdOnly, protocol: groupProtocol }
}

const withGeneration = ({ groupId, memberId, generationId }: GroupMember) => {
  return { groupId, memberId, groupGenerationId: generationId }
}

function fetchedOffsets(answer: PartitionAnswers<FetchedOffset> & Partial<Answer>): Position[] {
  assertAccepted(answer.errorCode ?? 0)
  return entries(answer).map(({ errorCode, topic, partition, offset, metadata }) => {
    assertAccepted(errorCode)
    return { topic, partition, offset: Number(offset), metadata: metadata ?? '' }
  })
}

function entries<Entry>({ responses }: PartitionAnswers<Entry>) {
  return responses.flatMap(({ topic, partitions }) => partitions.map((one) => ({ ...one, topic })))
}
