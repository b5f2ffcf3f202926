import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import type { KafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually } from '#test/contract/eventually.ts'
import { sideBySide } from '#test/contract/side-by-side.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { brokersOf, openLog } from './open-log.ts'

const HOUR = 3_600_000

/** A topic of two partitions with a few records, all of one key. */
interface Scene {
  readonly log: KafkaEventLog
  readonly topic: string
  /** Its name on the broker. */
  readonly onBroker: string
  /** The partition of the key. */
  readonly partition: number
  create(): Promise<void>
}

/** What only a broker can do to the records of a reader. */
describe('kafkaEventReader', function () {
  this.timeout(90_000)
  const broker = sharedKafka()
  const itReads = sideBySide()
  const logs: KafkaEventLog[] = []
  let kafka: Kafka
  let admin: Admin

  before(async () => {
    kafka = new Kafka({ brokers: brokersOf(broker), logLevel: logLevel.NOTHING })
    admin = kafka.admin()
    await admin.connect()
  })
  after(async () => {
    await Promise.all(logs.map((log) => log.close()))
    await admin?.disconnect()
  })

  async function sceneOf(records: number): Promise<Scene> {
    const log = openLog(broker, { partitions: 2 })
    logs.push(log)
    const topic = `topic-${randomUUID()}`
    const create = () => log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    await create()
    await log.append(Array.from({ length: records }, (_, at) => textRecord(topic, 'k', `v${at}`)))
    const partition = (await log.reader.bounds(topic)).findIndex(({ end }) => end > 0)
    return { log, topic, onBroker: `${broker.env.KAFKA_TOPIC_PREFIX}${topic}`, partition, create }
  }

  itReads('finds an offset gone when its record was removed', async () => {
    const { log, topic, onBroker, partition } = await sceneOf(10)
    // kafkajs must know the topic.
    await admin.fetchTopicOffsets(onBroker)
    await admin.deleteTopicRecords({ topic: onBroker, partitions: [{ partition, offset: '7' }] })
    expect((await log.reader.bounds(topic))[partition]).to.deep.equal({ oldest: 7, end: 10 })
    expect((await log.reader.read(topic, partition, 6)).isGone).to.equal(true)
    const { records, next } = await log.reader.read(topic, partition, 7)
    expect([records.map(({ value }) => String(value)), next]).to.deep.equal([['v7', 'v8', 'v9'], 10])
  })

  itReads('finds an offset gone when its topic was created anew', async () => {
    const { log, topic, onBroker, partition, create } = await sceneOf(10)
    await admin.deleteTopics({ topics: [onBroker] })
    // Until the broker has heard of it, the topic seems to exist, and would not be created.
    await eventually(async () => !(await admin.listTopics()).includes(onBroker))
    await eventually(() => create().then(() => true))
    await eventually(async () => (await log.reader.read(topic, partition, 10)).isGone)
    expect(await log.reader.bounds(topic)).to.deep.equal([
      { oldest: 0, end: 0 },
      { oldest: 0, end: 0 },
    ])
  })

  itReads('reads what consumers read: nothing of aborted or open transactions, and no markers', async () => {
    const { log, topic, onBroker } = await sceneOf(0)
    const producer = kafka.producer({ transactionalId: topic, idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    for (const [value, end] of [
      ['aborted', 'abort'],
      ['committed', 'commit'],
      ['open', null],
    ] as const) {
      const transaction = await producer.transaction()
      await transaction.send({ topic: onBroker, messages: [{ partition: 0, value }] })
      if (end !== null) await transaction[end]()
    }
    const values: string[] = []
    for (let at = 0, next = -1; at !== next; ) {
      at = Math.max(0, next)
      const page = await log.reader.read(topic, 0, at)
      values.push(...page.records.map(({ value }) => String(value)))
      next = page.next
    }
    expect(values).to.deep.equal(['committed'])
    // Two records, each with a marker, are in front of the open transaction.
    expect((await log.reader.bounds(topic))[0]).to.deep.equal({ oldest: 0, end: 4 })
    await producer.disconnect()
  })

  itReads('reports the records of partitions that the topic gets later', async () => {
    const { log, topic, onBroker } = await sceneOf(0)
    const reported = new Set<number>()
    const stop = log.reader.watch([topic], (changed) => {
      if (changed !== 'all') for (const { partition } of changed) reported.add(partition)
    })
    await eventually(() => reported.size === 2)
    await admin.createPartitions({ topicPartitions: [{ topic: onBroker, count: 3 }] })
    await eventually(() => reported.has(2))
    stop()
    expect(await log.reader.bounds(topic)).to.have.length(3)
  })
})
