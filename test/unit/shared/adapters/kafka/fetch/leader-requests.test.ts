import { expect } from 'chai'
import { type BrokerClients, openBrokerClients } from '#shared/adapters/kafka/connection/broker-clients.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { leaderRequests } from '#shared/adapters/kafka/fetch/leader-requests.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import type { FakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'
import { twoBrokers } from '../two-brokers.ts'

type Brokers = Awaited<ReturnType<typeof twoBrokers>>

/** Kafka protocol, "Error Codes": NOT_LEADER_OR_FOLLOWER. */
const NOT_LEADER = 6
/** Callers of the port answer 503 within 2 s. */
const REFUSAL_LIMIT_MS = 2000

describe('leaderRequests', () => {
  const clock = driveClockInEachTest(() => Promise.all([metadata.close(), clients.close(), closeBrokers()]))
  let first: FakeBroker
  let second: FakeBroker
  let metadata: MetadataCache
  let clients: BrokerClients
  let requests: ReturnType<typeof leaderRequests>
  let setTopics: Brokers['setTopics']
  let closeBrokers: Brokers['close']
  beforeEach(async () => {
    ;({ first, second, setTopics, close: closeBrokers } = await twoBrokers({ t: [1, 2] }))
    const settings = settingsFor(first)
    metadata = openMetadataCache(settings)
    clients = openBrokerClients(settings, settings.appendTimeoutMs)
    requests = leaderRequests(metadata, clients, settings)
    Object.assign(first.partition('t/0'), { oldest: 1, end: 4 })
    Object.assign(second.partition('t/1'), { oldest: 2, end: 9 })
  })

  it('ask each leader for the offsets of its partitions', async () => {
    expect(await clock.settle(requests.offsets('t', 'oldest'))).to.deep.equal([1, 2])
    expect(await clock.settle(requests.offsets('t', 'end'))).to.deep.equal([4, 9])
  })

  it('are repeated at a new leader', async () => {
    await clock.settle(requests.offsets('t', 'end'))
    second.partition('t/1').error = NOT_LEADER
    setTopics({ t: [1, 1] })
    Object.assign(first.partition('t/1'), { end: 11 })
    expect(await clock.settle(requests.offsets('t', 'end'))).to.deep.equal([4, 11])
    const place = { topic: 't', partition: 1 }
    const limits = { waitMs: 0, partitionBytes: 1, bytes: 1 }
    const [fetched] = await clock.settle(
      requests.atLeader(place, (broker) => broker.fetch([{ ...place, offset: 11 }], limits)),
    )
    expect(fetched).to.deep.include({ ...place, error: null, lastStableOffset: 11 })
  })

  it('are repeated on the same connection when the answer is of no use', async () => {
    let calls = 0
    const using = requests.atLeader({ topic: 't', partition: 1 }, async (broker) => {
      await broker.listOffsets([], 'end')
      if (++calls < 3) throw new Error('of no use')
      return calls
    })
    expect(await clock.settle(using)).to.equal(3)
    expect(second.connections, 'one for this, one for metadata').to.equal(2)
  })

  for (const [what, breakIt] of [
    ['does not answer', () => Object.assign(second, { isSilent: true })],
    ['is not known', () => setTopics({ t: [1, -1] })],
    ['refuses', () => Object.assign(second.partition('t/1'), { error: NOT_LEADER })],
  ] as const) {
    it(`reject as unavailable in time while a leader ${what}`, async () => {
      breakIt()
      const began = clock.now()
      const failure = await clock.settle(rejectionOf(requests.offsets('t', 'end')))
      expect(isUnavailable(failure)).to.equal(true)
      expect(clock.now() - began).to.be.at.most(REFUSAL_LIMIT_MS)
    })
  }
})
