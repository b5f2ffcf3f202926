import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { pino } from 'pino'
import { kafkaOptions } from '#infra/process/adapters.ts'
import { StartError } from '#infra/process/parts.ts'
import { waitForServices } from '#infra/process/runtime.ts'
import { type KafkaEventLog, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { type Config, readConfig } from '#shared/config/config.ts'
import { endedOf } from '#shared/messages/events/ended.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import { makePublisher } from '#shared/stage/publisher.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { sharedKafka } from '#test/support/service/services.ts'

const logger = pino({ level: 'silent' })
/** Item 7 of a batch belongs to shard 1 of 3. */
const ITEM = '01890a5d-ac96-774b-bcce-b302099a8057.7'

describe('the topics of a frontier in shards, on Kafka', () => {
  const kafka = sharedKafka()
  const prefix = `${randomUUID()}.`
  let embedded: Embedded
  let logs: KafkaEventLog[]
  beforeEach(async () => {
    logs = []
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    await Promise.all(logs.map((log) => log.close()))
    await embedded.close()
  })

  function configOf(shards: number): Config {
    const topicPrefix = `${kafka.env.KAFKA_TOPIC_PREFIX}${prefix}`
    const more = { KAFKA_TOPIC_PREFIX: topicPrefix, KAFKA_PARTITIONS: '2', FRONTIER_SHARDS: String(shards) }
    return readConfig({ ...kafka.env, ...more })
  }

  /** A process with so many shards waits until it may start. */
  async function start(shards: number): Promise<KafkaEventLog> {
    const config = configOf(shards)
    const log = kafkaEventLog(kafkaOptions(config, config.KAFKA_BROKERS ?? [], logger))
    logs.push(log)
    const adapters = { ...embedded, log, events: log.reader, topicDrift: log.topicDrift, notice: () => {} }
    await waitForServices(adapters, config, logger)
    return log
  }

  it('tell each shard of its endings, and let no process start with another number of shards', async () => {
    const log = await start(3)
    const about = { id: ITEM, operation: 'metadata', lane: 'batch', url: 'http://a.example/' } as const
    const item = { ...about, parameters: {}, expiresAt: null, traceparent: null, timing: '' }
    const { store, objects } = embedded
    const ttls = { batchResultTtl: 600, outcomeTtl: 3600 }
    const publisher = makePublisher({ log, store, objects, publicUrl: () => '', frontierShards: 3, ...ttls })
    await publisher.complete(item, resultOutcome(item, '{}'))
    const { records } = await log.reader.read('frontier.ended', 1, 0)
    const [ended] = records.map(endedOf)
    expect(ended).to.include({ id: ITEM })
    const { topic, partition, offset } = ended?.place ?? { topic: '', partition: -1, offset: -1 }
    const outcome = await log.reader.read(topic, partition, offset)
    expect(outcome.records.map(({ headers }) => String(headers.ce_subject))).to.deep.equal([ITEM])
    const error = await rejectionOf(start(4))
    expect(error).to.be.instanceOf(StartError)
    expect((error as Error).message).to.include('set FRONTIER_SHARDS=3')
    await start(3)
  })
})
