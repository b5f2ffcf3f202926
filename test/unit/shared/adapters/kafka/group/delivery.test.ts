import { expect } from 'chai'
import { makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { Delivery } from '#shared/adapters/kafka/group/delivery.ts'
import type { PartitionStart } from '#shared/adapters/kafka/group/start-positions.ts'
import { type LogCollector, logCollector } from '#test/contract/log-collector.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { batchesOf } from '../batches-of.ts'
import type { FakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'
import { twoBrokers } from '../two-brokers.ts'

const LIMIT_MS = 1000
/** Place of the leader epoch in a record batch (Kafka, "Record Batch"). */
const EPOCH_AT = 12
/** Kafka protocol, "Error Codes": NOT_LEADER_OR_FOLLOWER. */
const NOT_LEADER = 6
const ASSIGNMENT = { 'p.t': [0, 1] }

describe('Delivery', () => {
  const clock = driveClockInEachTest(async () => {
    ending.abort()
    await Promise.all([metadata.close(), brokers.close()])
  })
  let brokers: Awaited<ReturnType<typeof twoBrokers>>
  let metadata: MetadataCache
  let collector: LogCollector
  let ending: AbortController
  let mayDeliver: () => Promise<void>
  let isThrottled: boolean
  /** Position in each partition. */
  let offsets: number[]
  let revoked: number
  let epochs: { delivered: Map<string, number>; fetched: Map<string, number> }
  beforeEach(async () => {
    brokers = await twoBrokers({ 'p.t': [1, 2] })
    metadata = openMetadataCache(settingsFor(brokers.first))
    metadata.track(['p.t'])
    collector = logCollector()
    ending = new AbortController()
    mayDeliver = async () => {}
    isThrottled = false
    offsets = [0, 0]
    revoked = 0
    epochs = { delivered: new Map(), fetched: new Map() }
  })

  const start = (partition: number): PartitionStart => {
    const place = { topic: 'p.t', partition }
    const bounds = { ...place, log: metadata.topicId('p.t'), oldest: 0, end: 50, committed: null }
    return { position: { ...place, offset: offsets[partition] ?? 0, metadata: 'm' }, bounds, epoch: 0 }
  }

  function run(more: Partial<LogCollector> = {}): Delivery {
    const delivery = new Delivery({
      ...{ metadata, epochs, isThrottled },
      settings: { ...settingsFor(brokers.first), topicPrefix: 'p.' },
      receiver: { ...collector, revoking: () => void revoked++, ...more },
      async readStarts() {
        await metadata.refresh()
        return [start(0), start(1)]
      },
      mayDeliver: () => mayDeliver(),
    })
    void delivery.run(ASSIGNMENT, ending.signal)
    return delivery
  }

  async function append(broker: FakeBroker, partition: number, ...values: string[]): Promise<void> {
    const client = makeBroker(broker.address, settingsFor(broker), LIMIT_MS)
    const records = values.map((value) => ({ topic: 'p.t', partition, key: null, value, headers: {} }))
    await client.produce(batchesOf(records), LIMIT_MS)
    await client.close()
  }

  const assigned = (times: number) => clock.eventually(() => collector.assignments.length === times)
  const received = (count: number) => clock.eventually(() => collector.records.length === count)

  it('announces the positions without the prefix, and delivers the records from there', async () => {
    await append(brokers.first, 0, 'a', 'b')
    offsets = [1, 0]
    const delivery = run()
    await assigned(1)
    expect(collector.assignments[0]?.[0]).to.deep.equal({
      topic: 't',
      partition: 0,
      offset: 1,
      metadata: 'm',
    })
    await append(brokers.second, 1, 'c')
    await received(2)
    expect(collector.values().toSorted()).to.deep.equal(['b', 'c'])
    expect(collector.records[0]?.topic).to.equal('t')
    const log = metadata.topicId('p.t')
    expect(delivery.versionOf({ topic: 't', partition: 0 })).to.deep.equal({ log, epoch: 0 })
    expect(delivery.versionOf({ topic: 't', partition: 2 })).to.equal(null)
  })

  it('delivers nothing once it is aborted; finished work still counts until its end', async () => {
    const delivery = run()
    await assigned(1)
    ending.abort()
    delivery.revoke()
    await append(brokers.first, 0, 'a')
    await clock.pass(3000)
    expect([revoked, collector.records]).to.deep.equal([1, []])
    expect(delivery.versionOf({ topic: 't', partition: 0 })).not.to.equal(null)
    delivery.end()
    expect(delivery.versionOf({ topic: 't', partition: 0 })).to.equal(null)
  })

  it('holds back what was fetched until it may be delivered', async () => {
    const held = Promise.withResolvers<void>()
    run()
    await assigned(1)
    mayDeliver = () => held.promise
    await append(brokers.first, 0, 'a')
    await clock.pass(2000)
    expect(collector.records).to.deep.equal([])
    held.resolve()
    await received(1)
  })

  it('announces the positions again before records that a later leader appended', async () => {
    run()
    await assigned(1)
    await append(brokers.first, 0, 'a')
    brokers.first.partition('p.t/0').batches[0]?.bytes.writeInt32BE(1, EPOCH_AT)
    await assigned(2)
    expect(collector.records).to.deep.equal([])
    expect([...epochs.fetched.values()]).to.deep.equal([1])
  })

  it('announces the positions again where its offset is gone', async () => {
    Object.assign(brokers.first.partition('p.t/0'), { oldest: 7, end: 7 })
    run()
    await assigned(2)
    offsets = [7, 0]
    await assigned(3)
    await append(brokers.first, 0, 'a')
    await received(1)
    expect(collector.records[0]?.offset).to.equal(7)
  })

  it('begins anew after a receiver that throws', async () => {
    await append(brokers.first, 0, 'a')
    let throws = true
    run({
      received(records) {
        if (throws) {
          throws = false
          throw new Error('a receiver that throws, on purpose')
        }
        collector.received(records)
      },
    })
    await received(1)
    expect(collector.assignments).to.have.length(2)
  })

  it('goes on at a new leader', async () => {
    run()
    await assigned(1)
    brokers.second.partition('p.t/1').error = NOT_LEADER
    brokers.setTopics({ 'p.t': [1, 1] })
    await append(brokers.first, 1, 'a')
    await received(1)
  })

  it('pauses after each fetch that has brought records where throughput matters', async () => {
    isThrottled = true
    const at: number[] = []
    run({ received: (records) => at.push(...records.map(() => clock.now())) })
    await assigned(1)
    await append(brokers.first, 0, 'a')
    await clock.eventually(() => at.length === 1)
    await append(brokers.first, 0, 'b')
    await clock.eventually(() => at.length === 2)
    expect((at[1] as number) - (at[0] as number)).to.be.at.least(250)
  })
})
