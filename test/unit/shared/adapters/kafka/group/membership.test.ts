import { expect } from 'chai'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { Membership } from '#shared/adapters/kafka/group/membership.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { fakeGroup, refuse } from '../fake-group.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes". */
const UNKNOWN_MEMBER_ID = 25

describe('Membership', () => {
  let count: number
  const partitions = () =>
    Array.from({ length: count }, (_, partitionId) => ({
      partitionId,
      leader: 1,
      leaderEpoch: 0,
      replicas: [],
    }))
  const metadata = { track() {}, refresh: async () => {}, partitions, topicId: () => 'id' }
  function open() {
    const group = fakeGroup()
    const settings = settingsFor({ address: 'h:1' })
    const options = { groupId: 'g', topics: ['t'], settings, coordinators: group.coordinators }
    return {
      group,
      membership: new Membership({ ...options, metadata: metadata as unknown as MetadataCache }),
    }
  }
  beforeEach(() => {
    count = 2
  })

  it('joins by the id that it was given, assigns as the leader, and notices more partitions', async () => {
    const { group, membership } = open()
    const generation = await membership.join()
    expect(group.calls).to.deep.equal(['join', 'join m1', 'sync'])
    expect(generation).to.deep.include({ memberId: 'm1', generationId: 1, assigned: 2 })
    expect(generation.assignment.t?.toSorted()).to.deep.equal([0, 1])
    expect(membership.isOutgrown(generation)).to.equal(false)
    count = 3
    expect(membership.isOutgrown(generation)).to.equal(true)
  })

  it('gives up an id that the group does not know', async () => {
    const { group, membership } = open()
    const generation = await membership.join()
    group.before = refuse(UNKNOWN_MEMBER_ID)
    await rejectionOf(membership.heartbeat(generation))
    group.before = () => undefined
    expect((await membership.join()).memberId).to.equal('m2')
  })

  it('joins no more once it has left', async () => {
    const { group, membership } = open()
    await membership.join()
    await membership.leave()
    expect(group.calls.at(-1)).to.equal('leave m1')
    await rejectionOf(membership.join())
  })
})
