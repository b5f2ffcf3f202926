import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually } from '#test/contract/eventually.ts'
import { logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { startWorking, valuesOf } from './working-member.ts'

const HOUR = 3_600_000
/** Time limit for a consumer to resume by itself after its topic was created again. */
const RETURN_LIMIT_MS = 30_000

describe('kafkaEventLog after an offset reset', function () {
  this.timeout(90_000)
  const kafka = sharedKafka()
  let log: EventLog
  let admin: Admin
  let consumers: Consumer[] = []
  let topic: string
  /** The group of the stage that reads the topic. */
  const group = 'fetch.interactive'

  before(async () => {
    admin = new Kafka({
      brokers: (kafka.env.KAFKA_BROKERS ?? '').split(','),
      logLevel: logLevel.NOTHING,
    }).admin()
    await admin.connect()
  })
  beforeEach(async () => {
    log = kafkaEventLog({
      brokers: (kafka.env.KAFKA_BROKERS ?? '').split(','),
      ssl: false,
      sasl: null,
      topicPrefix: `${kafka.env.KAFKA_TOPIC_PREFIX}${randomUUID()}.`,
      partitions: 1,
      replication: 1,
      logCheckMs: 500,
      // One batch in each fetch, so that a member has only the records it holds back.
      fetchMaxBytes: 1,
      fetchMaxPartitionBytes: 1,
    })
    topic = `topic-${randomUUID()}`
    await create()
  })
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.drain(0)))
    consumers = []
    await log.close()
  })
  after(() => admin?.disconnect())

  const create = () => log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
  const onBroker = async () => (await admin.listTopics()).find((name) => name.endsWith(topic)) as string
  const append = (from: number, to: number) =>
    log.append(valuesOf(from, to).map((value) => textRecord(topic, 'k', value)))

  async function makeAnew(): Promise<void> {
    await admin.deleteTopics({ topics: [await onBroker()] })
    await eventually(async () => (await onBroker()) === undefined)
    // The client of this log still requests the old topic once.
    await eventually(() => create().then(() => true))
  }

  async function removeBelow(offset: number): Promise<void> {
    const partitions = [{ partition: 0, offset: String(offset) }]
    await admin.deleteTopicRecords({ topic: await onBroker(), partitions })
  }

  const work = (ends: (value: string) => boolean) => startWorking(log, topic, ends, consumers)

  const progress = async () => (await log.lag(group, [topic]))[0]

  it('counts records that retention removed unread, and keeps what was finished beyond them', async () => {
    await append(0, 10)
    const isEnded = (value: string) => ['v0', 'v1', 'v2', 'v6', 'v7', 'v9'].includes(value)
    const first = await work(isEnded)
    await eventually(() => first.seen.length === 10)
    await eventually(async () => (await progress())?.positions[0]?.offset === 3)
    await first.consumer.drain(0)
    await removeBelow(7)
    const heir = await work(() => true)
    await eventually(async () => (await progress())?.records === 0)
    expect(heir.seen).to.deep.equal(['v8'])
    expect(await heir.counted('lost')).to.equal(3)
    expect(await heir.counted('replayed')).to.equal(0)
    const about = { group, topic, partition: 0, cause: 'retention', from: 3, to: 7, lost: 3 }
    expect(heir.changes()).to.have.length(1)
    expect(heir.changes()[0]).to.include(about)
  })

  it('resumes at the oldest record when retention overtakes a member, and overwrites no commit', async () => {
    const collector = logCollector()
    const subscription = await log.subscribe(group, [topic], collector)
    await append(0, 4)
    await eventually(() => collector.records.length === 4)
    const [position] = positionsAfter(collector.records.slice(0, 2), 'kept')
    await subscription.commit(position ? [position] : [])
    subscription.pause()
    for (let n = 4; n < 12; n++) await append(n, n + 1)
    await removeBelow(8)
    subscription.resume()
    await eventually(() => collector.values().includes('v11'))
    expect(collector.values().slice(-4)).to.deep.equal(valuesOf(8, 12))
    expect(collector.extents.at(-1)?.[0]).to.deep.include({ oldest: 8, end: 12 })
    expect(collector.extents.at(-1)?.[0]?.committed).to.include({ offset: 2, metadata: 'kept' })
    await subscription.close()
  })

  for (const [title, count] of [
    ['and has grown beyond the old position', 25],
    ['and is shorter than the old one', 5],
  ] as const) {
    it(`reads all of a topic that was created again under a running member, ${title}`, async () => {
      await append(0, 10)
      const living = await work((value) => value !== 'v9')
      await eventually(async () => (await progress())?.positions[0]?.offset === 9)
      await makeAnew()
      await append(100, 100 + count)
      const all = valuesOf(100, 100 + count)
      await eventually(() => all.every((value) => living.seen.includes(value)), RETURN_LIMIT_MS)
      await eventually(async () => (await progress())?.records === 0)
      expect(living.changes().filter(({ cause }) => cause === 'recreated')).to.have.length(1)
      // The member may read records beyond the old position before it notices.
      expect(await living.counted('replayed')).to.be.within(9, 9 + count)
    })
  }

  it('reads all of a topic that was created again while a member held its records back', async () => {
    const collector = logCollector()
    const subscription = await log.subscribe(group, [topic], collector)
    await append(0, 10)
    await eventually(() => collector.records.length === 10)
    subscription.pause()
    await makeAnew()
    await append(100, 125)
    // A late commit for the old log is rejected. A member that was assigned the new log may not make one.
    if (collector.assignments.length === 1)
      await subscription.commit(positionsAfter(collector.records)).catch(() => {})
    subscription.resume()
    const all = valuesOf(100, 125)
    await eventually(() => all.every((value) => collector.values().includes(value)), RETURN_LIMIT_MS)
    await subscription.close()
    const fresh = logCollector()
    const another = await log.subscribe(group, [topic], fresh)
    await eventually(() => fresh.records.length >= 25, RETURN_LIMIT_MS)
    expect(fresh.values()).to.deep.equal(all)
    await another.close()
  })

  it('reads all of a topic that was created again while no member was running', async () => {
    await append(0, 10)
    const first = await work(() => true)
    await eventually(async () => (await progress())?.positions[0]?.offset === 10)
    await first.consumer.drain(0)
    await makeAnew()
    await append(100, 125)
    const fresh = await work(() => true)
    const all = valuesOf(100, 125)
    await eventually(() => all.every((value) => fresh.seen.includes(value)))
    await eventually(async () => (await progress())?.records === 0)
  })
})
