import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { type BrokerClients, openBrokerClients } from '#shared/adapters/kafka/connection/broker-clients.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { leaderRequests } from '#shared/adapters/kafka/fetch/leader-requests.ts'
import { joinGroup } from '#shared/adapters/kafka/group/member.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Receiver, Subscription } from '#shared/ports/event-log.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type LogCollector, logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { batchesOf } from '../batches-of.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { type FakeGroup, fakeGroup, refuse } from '../fake-group.ts'
import { settingsFor } from '../settings-for.ts'

const LIMIT_MS = 1000
/** Kafka protocol, "Error Codes". */
const [NOT_COORDINATOR, ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID, REBALANCE] = [16, 22, 25, 27]

describe('joinGroup', () => {
  const clock = driveClockInEachTest(async () => {
    group.before = () => undefined
    await Promise.all([subscription.close(), clients.close(), metadata.close(), fake.close()])
  })
  let fake: FakeBroker
  let group: FakeGroup
  let metadata: MetadataCache
  let clients: BrokerClients
  let collector: LogCollector
  let subscription: Subscription
  let joined: Promise<void>
  beforeEach(async () => {
    fake = await fakeBroker()
    fake.topics = { 'p.t': [1] }
    group = fakeGroup()
    collector = logCollector()
  })

  function join(receiver: Receiver = collector): void {
    const settings = { ...settingsFor(fake), topicPrefix: 'p.' }
    metadata = openMetadataCache(settings)
    clients = openBrokerClients(settings, LIMIT_MS)
    const leaders = leaderRequests(metadata, clients, settings)
    const { coordinators } = group
    const options = { metadata, leaders, coordinators, settings, group: 'g', topics: ['t'], receiver }
    ;({ subscription, joined } = joinGroup(options))
    joined.catch(() => {})
  }

  async function append(value: string): Promise<void> {
    const broker = makeBroker(fake.address, settingsFor(fake), LIMIT_MS)
    await broker.produce(batchesOf([{ topic: 'p.t', partition: 0, key: null, value, headers: {} }]), LIMIT_MS)
    await broker.close()
  }

  /** Refuses the next call of this name. */
  function refuseNext(name: string, code: number): void {
    group.before = (call) => {
      if (call !== name) return
      group.before = () => undefined
      refuse(code)()
    }
  }
  const assignments = (count: number) => clock.eventually(() => collector.assignments.length === count)

  it('joins with the id that the group gives it, announces its positions, and delivers', async () => {
    await append('a')
    join()
    await clock.settle(joined)
    expect(group.calls).to.deep.equal(['join', 'join m1', 'sync', 'offsets'])
    expect(collector.assignments).to.deep.equal([[{ topic: 't', partition: 0, offset: 0, metadata: '' }]])
    await append('b')
    await clock.eventually(() => collector.records.length === 2)
    expect(collector.values()).to.deep.equal(['a', 'b'])
  })

  it('joins again when the group rebalances; commits that are sent at once come before', async () => {
    let isRevoked = false
    await append('a')
    join({
      ...collector,
      revoking() {
        isRevoked = true
        void subscription.commit(positionsAfter(collector.records, 'done'))
      },
    })
    await clock.eventually(() => collector.records.length === 1)
    group.calls.length = 0
    refuseNext('heartbeat', REBALANCE)
    await assignments(2)
    expect(isRevoked).to.equal(true)
    expect(group.calls).to.deep.equal(['commit 1', 'join m1', 'sync', 'offsets'])
    expect(collector.assignments[1]?.[0]).to.include({ offset: 1, metadata: 'done' })
  })

  for (const [what, code, id] of [
    ['without an id when the group does not know it', UNKNOWN_MEMBER_ID, ''],
    ['with its id when it has missed a generation', ILLEGAL_GENERATION, 'm1'],
  ] as const) {
    it(`joins ${what}`, async () => {
      join()
      await clock.settle(joined)
      group.calls.length = 0
      refuseNext('heartbeat', code)
      await assignments(2)
      expect(group.calls[0]).to.equal(`join ${id}`.trim())
    })
  }

  it('stays a member while another broker becomes the coordinator, and while it is paused', async () => {
    join()
    await clock.settle(joined)
    subscription.pause()
    refuseNext('heartbeat', NOT_COORDINATOR)
    const before = group.heartbeats
    await clock.eventually(() => group.heartbeats > before + 10)
    expect(collector.assignments).to.have.length(1)
    await append('a')
    await clock.pass(2000)
    expect(collector.records).to.deep.equal([])
    subscription.resume()
    await clock.eventually(() => collector.records.length === 1)
  })

  it('joins again when no heartbeat was answered for a session', async () => {
    join()
    await clock.settle(joined)
    group.before = (call) => call === 'heartbeat' && refuse(NOT_COORDINATOR)()
    const began = clock.now()
    await assignments(2)
    expect(clock.now() - began).to.be.within(5000, 8000)
  })

  it('delivers nothing after it was stopped before a heartbeat has told that it is still a member', async () => {
    join()
    await clock.settle(joined)
    await append('a')
    const answer = Promise.withResolvers<void>()
    group.before = async (call) => {
      if (call === 'heartbeat') await answer.promise
    }
    await clock.suspend(60_000)
    await clock.pass(500)
    const early = collector.records.length
    group.before = (call) => call === 'heartbeat' && refuse(UNKNOWN_MEMBER_ID)()
    answer.reject(rejectedBy(UNKNOWN_MEMBER_ID))
    await assignments(2)
    group.before = () => undefined
    await clock.eventually(() => collector.records.length === 1)
    expect(early).to.equal(0)
  })

  it('joins again when its topic gets more partitions, as the leader of the group', async () => {
    join()
    await clock.settle(joined)
    fake.topics = { 'p.t': [1, 1] }
    await assignments(2)
    expect(collector.partitions('t')).to.deep.equal([0, 1])
  })

  it('retries until it has joined', async () => {
    let refusals = 5
    group.before = (call) => call === 'join' && refusals-- > 0 && refuse(NOT_COORDINATOR)()
    join()
    await clock.settle(joined)
    expect(collector.assignments).to.have.length(1)
  })

  it('leaves at its end, also while its join has no answer, and commits nothing then', async () => {
    const answer = Promise.withResolvers<void>()
    group.before = (call) => (call === 'join' && group.calls.length > 1 ? answer.promise : undefined)
    join()
    await clock.eventually(() => group.calls.length === 2)
    await clock.settle(subscription.close())
    expect(group.calls).to.deep.equal(['join', 'join m1', 'leave m1'])
    answer.resolve()
    await turn()
    expect(collector.assignments).to.deep.equal([])
    const position = { topic: 't', partition: 0, offset: 1, metadata: '' }
    expect(isUnavailable(await rejectionOf(subscription.commit([position])))).to.equal(true)
  })
})

function rejectedBy(code: number): unknown {
  try {
    return refuse(code)()
  } catch (error) {
    return error
  }
}
