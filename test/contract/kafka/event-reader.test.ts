import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { type KafkaEventLog, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { patchRequestTimer } from '#shared/adapters/kafka/patches/request-timer.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ChangedPartitions } from '#shared/ports/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { ownKafka, ownKafkaCluster } from '#test/support/service/services.ts'

const HOUR = 3_600_000
/** Callers of the port answer 503 within 2 s. */
const REFUSAL_LIMIT_MS = 2500
const RETURN_LIMIT_MS = 60_000

const settings = { ssl: false, sasl: null, topicPrefix: 'r.', partitions: 2, replication: 1 }

/** What only a broker can do to the records of a reader. */
describe('kafkaEventReader', function () {
  this.timeout(90_000)
  const broker = ownKafka()
  let kafka: Kafka
  let admin: Admin
  let log: KafkaEventLog
  let topic: string

  before(async () => {
    patchRequestTimer()
    kafka = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING })
    admin = kafka.admin()
    await admin.connect()
  })
  beforeEach(async () => {
    log = kafkaEventLog({ brokers: brokers(), ...settings })
    topic = `topic-${randomUUID()}`
    await create()
  })
  afterEach(() => log.close())
  after(() => admin?.disconnect())

  const brokers = () => (broker.env.KAFKA_BROKERS ?? '').split(',')
  const create = () => log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
  const append = (count: number) =>
    log.append(Array.from({ length: count }, (_, at) => textRecord(topic, 'k', `v${at}`)))

  /** The partition of the key of all records, and its bounds. */
  async function filled() {
    const all = await log.reader.bounds(topic)
    const partition = all.findIndex(({ end }) => end > 0)
    return { partition, bounds: all[partition] }
  }

  function watched() {
    const seen: ChangedPartitions[] = []
    const stop = log.reader.watch([topic], (changed) => void seen.push(changed))
    const has = (partition: number) =>
      seen.some((changed) => changed !== 'all' && changed.some((one) => one.partition === partition))
    return { seen, stop, has }
  }

  it('finds an offset gone when its record was removed', async () => {
    await append(10)
    const { partition } = await filled()
    // kafkajs must know the topic.
    await admin.fetchTopicOffsets(`r.${topic}`)
    await admin.deleteTopicRecords({ topic: `r.${topic}`, partitions: [{ partition, offset: '7' }] })
    expect((await log.reader.bounds(topic))[partition]).to.deep.equal({ oldest: 7, end: 10 })
    expect((await log.reader.read(topic, partition, 6)).isGone).to.equal(true)
    const { records, next } = await log.reader.read(topic, partition, 7)
    expect([records.map(({ value }) => String(value)), next]).to.deep.equal([['v7', 'v8', 'v9'], 10])
  })

  it('finds an offset gone when its topic was created anew', async () => {
    await append(10)
    const { partition } = await filled()
    await admin.deleteTopics({ topics: [`r.${topic}`] })
    await eventually(() => create().then(() => true), RETURN_LIMIT_MS)
    await eventually(async () => (await log.reader.read(topic, partition, 10)).isGone, RETURN_LIMIT_MS)
    expect(await log.reader.bounds(topic)).to.deep.equal([
      { oldest: 0, end: 0 },
      { oldest: 0, end: 0 },
    ])
  })

  it('reads what consumers read: nothing of aborted or open transactions, and no markers', async () => {
    const producer = kafka.producer({ transactionalId: topic, idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    for (const [value, end] of [
      ['aborted', 'abort'],
      ['committed', 'commit'],
      ['open', null],
    ] as const) {
      const transaction = await producer.transaction()
      await transaction.send({ topic: `r.${topic}`, messages: [{ partition: 0, value }] })
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

  it('reports the records of partitions that the topic gets later', async () => {
    const { stop, has } = watched()
    await eventually(() => has(0) && has(1))
    await admin.createPartitions({ topicPartitions: [{ topic: `r.${topic}`, count: 3 }] })
    await eventually(() => has(2), RETURN_LIMIT_MS)
    stop()
    expect(await log.reader.bounds(topic)).to.have.length(3)
  })

  it('is unavailable while the broker is away; then reads and reports again', async () => {
    await append(3)
    const { partition } = await filled()
    const { seen, stop, has } = watched()
    await eventually(() => has(0) && has(1))
    await broker.service.kill()
    const refused = [log.reader.bounds(topic), log.reader.read(topic, partition, 0)]
    for (const call of refused)
      expect(isUnavailable(await rejectionOf(call, REFUSAL_LIMIT_MS))).to.equal(true)
    // While the broker is away, and not after the record: the end may be reported before `append` returns, and only once.
    seen.length = 0
    await broker.service.start()
    await eventually(() => append(1).then(() => true), RETURN_LIMIT_MS)
    await eventually(() => has(partition), RETURN_LIMIT_MS)
    await eventually(async () => (await log.reader.read(topic, partition, 3)).records.length === 1)
    seen.length = 0
    await append(1)
    await eventually(() => has(partition))
    stop()
  })
})

describe('kafkaEventReader on three brokers', function () {
  this.timeout(120_000)
  const cluster = ownKafkaCluster()
  let log: KafkaEventLog
  afterEach(() => log?.close())

  it('reads and reports all records, each once and in order, while leaders change', async () => {
    const topic = `topic-${randomUUID()}`
    const brokers = (cluster.env.KAFKA_BROKERS ?? '').split(',')
    log = kafkaEventLog({ brokers, ...settings, partitions: 6, replication: 3 })
    const spec = { topic, retentionMs: HOUR, maxRecordBytes: 100_000 }
    await eventually(() => log.createTopics([spec]).then(() => true), RETURN_LIMIT_MS)
    const seen = new Map(Array.from({ length: 6 }, (_, partition) => [partition, [] as number[]]))
    const changed = new Set<number>()
    const stop = log.reader.watch([topic], (places) => {
      if (places !== 'all') for (const { partition } of places) changed.add(partition)
    })
    /** Reads the reported partitions only, as a stream does. */
    async function readChanged(): Promise<number> {
      for (const partition of [...changed]) {
        const offsets = seen.get(partition) ?? []
        const page = await log.reader.read(topic, partition, offsets.length).catch(() => null)
        if (page?.next === offsets.length) changed.delete(partition)
        offsets.push(...(page?.records ?? []).map(({ offset }) => offset))
      }
      return [...seen.values()].flat().length
    }
    let appended = 0
    async function appendSome(): Promise<void> {
      const records = Array.from({ length: 60 }, (_, at) => textRecord(topic, `k${at}`, 'x'))
      await eventually(() => log.append(records).then(() => true), RETURN_LIMIT_MS)
      await eventually(async () => {
        appended = (await log.reader.bounds(topic)).reduce((sum, { end }) => sum + end, 0)
        return true
      }, RETURN_LIMIT_MS)
      await eventually(async () => (await readChanged()) === appended, RETURN_LIMIT_MS)
    }
    await appendSome()
    for (const broker of cluster.brokers.slice(0, 1)) {
      await broker.kill()
      await appendSome()
      await broker.start()
      await appendSome()
    }
    stop()
    expect(appended).to.be.at.least(180)
    for (const offsets of seen.values()) expect(offsets).to.deep.equal(offsets.map((_, at) => at))
  })
})
