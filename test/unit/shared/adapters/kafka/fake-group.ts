import type { Broker } from '#shared/adapters/kafka/connection/broker.ts'
import type { GroupRequests } from '#shared/adapters/kafka/connection/group-requests.ts'
import type { Coordinators } from '#shared/adapters/kafka/group/coordinators.ts'
import { assertAccepted } from '#shared/adapters/kafka/protocol/kafka-error.ts'
import type { Position } from '#shared/ports/event-log.ts'

/** The coordinator of a group of one member, which leads it. */
export interface FakeGroup {
  readonly coordinators: Coordinators
  /** The calls without heartbeats, in order, such as `join m1` and `commit 3`. */
  readonly calls: string[]
  heartbeats: number
  /** Before the answer to a call, such as `join`; throws what the coordinator refuses it with. */
  before: (call: string) => unknown
  committed: readonly Position[]
}

/** Throws as a broker that answers with this code (Kafka protocol, "Error Codes"). */
export const refuse = (code: number) => () => assertAccepted(code)

export function fakeGroup(): FakeGroup {
  let [members, generationId] = [0, 0]
  const group: FakeGroup = {
    coordinators: {
      use: (_group, work) => work(broker as Broker),
      close: async () => {},
    },
    calls: [],
    heartbeats: 0,
    before: () => undefined,
    committed: [],
  }
  async function called(call: string, about = ''): Promise<void> {
    if (call === 'heartbeat') group.heartbeats++
    else group.calls.push(`${call} ${about}`.trim())
    await group.before(call)
  }
  const broker: Partial<GroupRequests> = {
    async joinGroup({ memberId, protocols: [first] }) {
      await called('join', memberId)
      if (memberId === '') {
        const given = { memberId: `m${++members}`, generationId: -1, leaderId: '', protocol: '', members: [] }
        return { isIdOnly: true, ...given }
      }
      generationId++
      const own = { memberId, memberMetadata: first?.metadata ?? Buffer.alloc(0) }
      const joined = { memberId, generationId, leaderId: memberId, protocol: first?.name ?? '' }
      return { isIdOnly: false, ...joined, members: [own] }
    },
    async syncGroup(_member, assignments) {
      await called('sync')
      return assignments[0]?.memberAssignment ?? Buffer.alloc(0)
    },
    heartbeat: () => called('heartbeat'),
    leaveGroup: ({ memberId }) => called('leave', memberId),
    async commitOffsets(member, positions) {
      await called('commit', String(member.generationId))
      group.committed = positions
    },
    async fetchOffsets(_group, partitions) {
      await called('offsets')
      const none = partitions.map((one) => ({ ...one, offset: -1, metadata: '' }))
      return none.map((one) => group.committed.find(({ partition }) => partition === one.partition) ?? one)
    },
  }
  return group
}
