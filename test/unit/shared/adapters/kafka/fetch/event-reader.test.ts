import { expect } from 'chai'
import { makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { type BrokerClients, openBrokerClients } from '#shared/adapters/kafka/connection/broker-clients.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { kafkaEventReader } from '#shared/adapters/kafka/fetch/event-reader.ts'
import { leaderRequests } from '#shared/adapters/kafka/fetch/leader-requests.ts'
import type { ChangedPartitions } from '#shared/ports/event-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { batchesOf } from '../batches-of.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

const LIMIT_MS = 1000
/** Kafka protocol, "Error Codes": NOT_LEADER_OR_FOLLOWER. */
const NOT_LEADER = 6

describe('kafkaEventReader', () => {
  const clock = driveClockInEachTest(() =>
    Promise.all([opened.close(), clients.close(), metadata.close(), fake.close()]),
  )
  let fake: FakeBroker
  let metadata: MetadataCache
  let clients: BrokerClients
  let opened: ReturnType<typeof kafkaEventReader>
  beforeEach(async () => {
    fake = await fakeBroker()
    fake.topics = { 'p.t': [1, 1] }
    const settings = { ...settingsFor(fake), topicPrefix: 'p.' }
    metadata = openMetadataCache(settings)
    clients = openBrokerClients(settings, settings.appendTimeoutMs)
    opened = kafkaEventReader(metadata, leaderRequests(metadata, clients, settings), settings)
  })

  async function append(...values: string[]): Promise<void> {
    const broker = makeBroker(fake.address, settingsFor(fake), LIMIT_MS)
    const records = values.map((value) => ({ topic: 'p.t', partition: 1, key: null, value, headers: {} }))
    await broker.produce(batchesOf(records), LIMIT_MS)
    await broker.close()
  }

  it('reads records by place, named without the prefix', async () => {
    await append('a', 'b')
    await append('c')
    const { records, ...page } = await clock.settle(opened.reader.read('t', 1, 1))
    expect(page).to.deep.equal({ next: 3, isGone: false, isEnd: true })
    expect(records.map(({ topic, offset, value }) => [topic, offset, String(value)])).to.deep.equal([
      ['t', 1, 'b'],
      ['t', 2, 'c'],
    ])
    expect(await opened.reader.bounds('t')).to.deep.equal([
      { oldest: 0, end: 0 },
      { oldest: 0, end: 3 },
    ])
    const gone = { records: [], next: 4, isGone: true, isEnd: false }
    expect(await clock.settle(opened.reader.read('t', 1, 4))).to.deep.equal(gone)
  })

  it('reads up to 32 partitions by one request', async () => {
    const partitions = Array.from({ length: 70 }, (_, partition) => partition)
    fake.topics = { 'p.t': partitions.map(() => 1) }
    await append('a', 'b')
    await clock.settle(opened.reader.read('t', 0, 0))
    const before = fake.fetches
    const reads = partitions.map((partition) => opened.reader.read('t', partition, 0))
    const pages = await clock.settle(Promise.all(reads))
    expect(pages.map(({ records }) => records.length)).to.deep.equal(
      partitions.map((partition) => (partition === 1 ? 2 : 0)),
    )
    expect(fake.fetches - before).to.equal(3)
  })

  it('repeats the read of a partition with an error, and no other', async () => {
    await append('a')
    fake.partition('p.t/1').error = NOT_LEADER
    let isFailing = true
    const failing = opened.reader.read('t', 1, 0).finally(() => {
      isFailing = false
    })
    const other = await clock.settle(opened.reader.read('t', 0, 0))
    expect([other.isEnd, isFailing]).to.deep.equal([true, true])
    await clock.eventually(() => fake.fetches > 2)
    fake.partition('p.t/1').error = 0
    expect((await clock.settle(failing)).records).to.have.length(1)
  })

  it('reports partitions without the prefix', async () => {
    const seen: ChangedPartitions[] = []
    const stop = opened.reader.watch(['t'], (changed) => void seen.push(changed))
    await clock.eventually(() => seen.flat().length === 2)
    await append('a')
    await clock.eventually(() => seen.length === 2)
    expect(seen[1]).to.deep.equal([{ topic: 't', partition: 1 }])
    stop()
  })

  it('sends nothing before it is used', () => {
    expect([fake.metadataRequests, fake.fetches]).to.deep.equal([0, 0])
  })
})
