import { expect } from 'chai'
import { type Broker, makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { kafkaProducer } from '#shared/adapters/kafka/produce/producer.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes". */
const NOT_LEADER = 6
const INVALID_RECORD = 87
const record = (key: string | null, topic = 't'): NewRecord => ({ topic, key, value: 'v', headers: {} })

describe('kafkaProducer', () => {
  const clock = driveClockInEachTest(() =>
    Promise.all([producer.close(), asked.close(), one.close(), two.close()]),
  )
  let one: FakeBroker
  /** Gives the producer ids. */
  let asked: Broker
  let isPacked: boolean
  let two: FakeBroker
  /** The broker that leads each partition of `p.t`, as the metadata says; none: the topic is not known. */
  let leaders: FakeBroker[]
  /** Called at each refresh. */
  let refreshed: () => void
  let producer: ReturnType<typeof kafkaProducer>
  beforeEach(async () => {
    one = await fakeBroker(1)
    isPacked = false
    asked = makeBroker(one.address, settingsFor(one), 1000)
    two = await fakeBroker(2)
    leaders = [one, one, two, two]
    refreshed = () => {}
    const metadata: MetadataCache = {
      partitions: (topic) =>
        topic !== 'p.t' || leaders.length === 0
          ? undefined
          : leaders.map((_, at) => ({ partitionId: at, leader: at, leaderEpoch: 0, replicas: [at] })),
      topicId: () => '',
      leader: (_topic, partition) => leaders[partition]?.address ?? null,
      track() {},
      askAny: (work) => work(asked),
      refresh: async () => refreshed(),
      close: async () => {},
    }
    producer = kafkaProducer(metadata, { ...settingsFor(one, two), topicPrefix: 'p.' }, () => isPacked)
  })

  it('sends each record to the leader of its partition, the same for equal keys', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => `host ${at % 8}`)
    for (const key of keys) await producer.append([record(key)])
    const [ofOne, ofTwo] = [new Set(one.batches), new Set(two.batches)]
    expect([...ofOne].every((name) => ['p.t/0', 'p.t/1'].includes(name))).to.equal(true)
    expect([...ofTwo].every((name) => ['p.t/2', 'p.t/3'].includes(name))).to.equal(true)
    expect(one.batches.length + two.batches.length).to.equal(40)
    // The partition of a key is the murmur2 hash of the Java client: every eighth record goes where the first went.
    const counts = Map.groupBy([...one.batches, ...two.batches], (name) => name)
    for (const [, same] of counts) expect(same.length % 5).to.equal(0)
  })

  it('sends records to the new leader when the former one rejects them', async () => {
    one.errorFor = () => NOT_LEADER
    refreshed = () => {
      leaders = [two, two, two, two]
    }
    leaders = [one, one, one, one]
    await clock.settle(producer.append([record('a'), record('b')]))
    expect(two.batches.length).to.be.within(1, 2)
  })

  it('writes a record once when the connection ends between its writing and the answer, for each place', async () => {
    leaders = [one]
    await producer.append([record('before')])
    one.lostAnswers = 2
    const appended = producer.append([record('a'), record('b')])
    const later = producer.append([record('c')])
    const places = await clock.settle(Promise.all([appended, later]))
    expect(places.flat().map(({ offset }) => offset)).to.deep.equal([1, 2, 3])
    expect(one.batches, 'sent three times').to.have.length(5)
    expect(one.partition('p.t/0').end).to.equal(4)
  })

  it('goes on behind records that may be written and that nobody waits for any more', async () => {
    leaders = [one]
    await producer.append([record('before')])
    one.lostAnswers = 100
    expect(isUnavailable(await clock.settle(rejectionOf(producer.append([record('a')]))))).to.equal(true)
    one.lostAnswers = 0
    const [place] = await clock.settle(producer.append([record('b')]))
    expect(place?.offset).to.equal(one.partition('p.t/0').end - 1)
    expect(one.producers, 'ids').to.equal(2)
  })

  it('waits for a topic that is not known yet', async () => {
    leaders = []
    let refreshes = 0
    refreshed = () => {
      if (++refreshes === 2) leaders = [one]
    }
    await clock.settle(producer.append([record('a')]))
    expect(one.batches).to.deep.equal(['p.t/0'])
  })

  it('sends only the records that are not durable when an append is repeated', async () => {
    leaders = [one, two]
    two.errorFor = () => INVALID_RECORD
    const records = Array.from({ length: 12 }, (_, at) => record(`key ${at}`))
    expect(isUnavailable(await rejectionOf(producer.append(records)))).to.equal(true)
    two.errorFor = () => 0
    const places = await producer.append(records)
    expect([one.batches, two.batches]).to.deep.equal([['p.t/0'], ['p.t/1', 'p.t/1']])
    for (const partition of [0, 1]) {
      const own = places.filter((place) => place.partition === partition)
      expect(own, 'also those of the first try').to.deep.equal(
        own.map((_, offset) => ({ topic: 't', partition, offset })),
      )
    }
    expect(places).to.have.length(12)
    await producer.append(records)
    expect(one.batches, 'an append that succeeded may be repeated').to.have.length(2)
  })

  it('resolves with the place of each record, in their order, also of a record that is given twice', async () => {
    const twice = record('a')
    const [first, second, third] = await producer.append([twice, record('c'), twice])
    expect([first, third]).to.deep.equal([0, 1].map((offset) => ({ ...first, topic: 't', offset })))
    expect(second?.partition, 'of another key').not.to.equal(first?.partition)
    expect(await producer.append([])).to.deep.equal([])
  })
})
