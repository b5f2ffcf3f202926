import type { Broker } from '../connection/broker.ts'
import { type BrokerClients, openBrokerClients } from '../connection/broker-clients.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { GroupMember, JoinedGroup } from '../connection/group-requests.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { errorType } from '../protocol/kafka-error.ts'
import type { Coordinators } from './coordinators.ts'
import { describePartitions } from './group-offsets.ts'
import { type Assignment, assigners, decodeAssignment } from './sticky-assigner.ts'
import { type GroupShare, reportSurplus } from './surplus-members.ts'

/** What a member has agreed on with its group, until that rebalances. */
export interface Generation extends GroupMember {
  readonly assignment: Assignment
  /** Partitions that this member has assigned to all; null if another member is the leader of the group. */
  readonly assigned: number | null
  /** When the group was known to have this member (`performance.now`). */
  readonly joinedAt: number
}

export interface MembershipOptions {
  readonly groupId: string
  /** Named as on the broker. */
  readonly topics: readonly string[]
  readonly settings: KafkaSettings
  readonly metadata: MetadataCache
  readonly coordinators: Coordinators
}

/** Heartbeats that may stay without an answer before the session is over. */
const MAX_UNANSWERED = 2

/**
 * The place of one member in its group. It has connections of its own: no other request may hold up a heartbeat. Nothing
 * is retried here.
 */
export class Membership {
  readonly #options: MembershipOptions
  readonly #clients: BrokerClients
  readonly #assigners: ReturnType<typeof assigners>
  readonly #reportShare: (share: GroupShare) => void
  #memberId = ''
  /** The join of a member without id, whose answer makes known the id that the group has given. */
  #gettingId: Promise<unknown> = Promise.resolve()
  #hasLeft = false

  constructor(options: MembershipOptions) {
    const { settings, metadata } = options
    this.#options = options
    this.#reportShare = reportSurplus(options.groupId, settings.log)
    this.#clients = openBrokerClients(settings, settings.sessionTimeoutMs / MAX_UNANSWERED)
    this.#assigners = assigners(settings.instanceId, (topic) =>
      (metadata.partitions(topic) ?? []).map(({ partitionId }) => partitionId),
    )
  }

  /**
   * Joins the group, or joins it again. Rejects if the coordinator refuses that or does not answer in time, and if a topic
   * does not exist.
   */
  async join(): Promise<Generation> {
    const { groupId, topics, metadata } = this.#options
    const partitions = await describePartitions(topics, metadata)
    const joined = await this.#joinWithId()
    const joinedAt = performance.now()
    const member = { groupId, memberId: this.#memberId, generationId: joined.generationId }
    const assignments = await this.#assign(joined)
    const assignment = decodeAssignment(await this.#ask((broker) => broker.syncGroup(member, assignments)))
    const isLeader = joined.leaderId === member.memberId
    this.#reportShare({
      members: isLeader ? joined.members.length : null,
      partitions: partitions.length,
      owned: Object.values(assignment).flat().length,
    })
    return { ...member, assignment, assigned: isLeader ? partitions.length : null, joinedAt }
  }

  /** Rejects as `isOfMembership` tells if the member must join again. */
  async heartbeat(member: Generation): Promise<void> {
    await this.#ask((broker) => broker.heartbeat(member))
  }

  /** Whether topics have got more partitions than this member has assigned as the leader of the group. */
  isOutgrown({ assigned }: Generation): boolean {
    const { topics, metadata } = this.#options
    const known = topics.flatMap((topic) => metadata.partitions(topic) ?? [])
    return assigned !== null && known.length > assigned
  }

  /** Leaves the group, also while a join has no answer yet. No join succeeds any more. */
  async leave(): Promise<void> {
    const { groupId, coordinators } = this.#options
    this.#hasLeft = true
    try {
      await this.#gettingId
      const leaving = { groupId, memberId: this.#memberId }
      if (leaving.memberId !== '') await coordinators.use(groupId, (broker) => broker.leaveGroup(leaving))
    } finally {
      void this.#clients.close()
    }
  }

  async #joinWithId(): Promise<JoinedGroup> {
    if (this.#memberId !== '') return this.#join()
    const joining = this.#join()
    this.#gettingId = joining.catch(() => undefined)
    const joined = await joining
    return joined.isIdOnly ? this.#join() : joined
  }

  async #join(): Promise<JoinedGroup> {
    if (this.#hasLeft) throw new Error('The member has left its group')
    const { groupId, topics, settings } = this.#options
    const { sessionTimeoutMs, rebalanceTimeoutMs } = settings
    const protocols = this.#assigners.map((assigner) => assigner.protocol({ topics: [...topics] }))
    const request = { groupId, memberId: this.#memberId, sessionTimeoutMs, rebalanceTimeoutMs, protocols }
    const joined = await this.#ask((broker) => broker.joinGroup(request))
    this.#memberId = joined.memberId
    return joined
  }

  /** The assignments of all members, if this one is the leader of the group. */
  async #assign({ leaderId, protocol, members }: JoinedGroup) {
    if (leaderId !== this.#memberId) return []
    const assigner = this.#assigners.find(({ name }) => name === protocol)
    if (assigner === undefined) throw new Error(`No assigner is called ${protocol}`)
    return assigner.assign({ members: [...members], topics: [...this.#options.topics] })
  }

  /** A member that the group does not know any more joins without its former id. */
  async #ask<T>(work: (broker: Broker) => Promise<T>): Promise<T> {
    const { groupId, coordinators } = this.#options
    try {
      return await coordinators.use(groupId, work, this.#clients)
    } catch (error) {
      if (errorType(error) === 'UNKNOWN_MEMBER_ID') this.#memberId = ''
      throw error
    }
  }
}
