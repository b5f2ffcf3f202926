import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type KafkaEventLog, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually } from '#test/contract/eventually.ts'
import { ownKafkaCluster } from '#test/support/service/services.ts'

const HOUR = 3_600_000
const RETURN_LIMIT_MS = 60_000

describe('kafkaEventReader on three brokers', function () {
  this.timeout(120_000)
  const cluster = ownKafkaCluster()
  let log: KafkaEventLog
  afterEach(() => log?.close())

  it('reads and reports all records, each once and in order, while leaders change', async () => {
    const topic = `topic-${randomUUID()}`
    const brokers = (cluster.env.KAFKA_BROKERS ?? '').split(',')
    const place = { brokers, ssl: false, sasl: null, topicPrefix: 'r.' }
    log = kafkaEventLog({ ...place, partitions: 6, replication: 3 })
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
