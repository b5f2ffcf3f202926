import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { type KafkaEventLog, type KafkaOptions, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { patchRequestTimer } from '#shared/adapters/kafka/patches/request-timer.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { sharedKafka } from '#test/support/service/services.ts'

const HOUR = 3_600_000
/** Number of partitions that the log is configured with. */
const CONFIGURED = 2

/** Topics whose specification names their partitions, and compacted ones: only brokers have them. */
describe('kafkaEventLog with its topics', function () {
  this.timeout(60_000)
  const kafka = sharedKafka()
  const logs: KafkaEventLog[] = []
  let admin: Admin
  let topic: string

  before(async () => {
    patchRequestTimer()
    admin = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
  })
  beforeEach(() => {
    topic = `topic-${randomUUID()}`
  })
  afterEach(() => Promise.all(logs.splice(0).map((log) => log.close())))
  after(() => admin?.disconnect())

  const brokers = () => (kafka.env.KAFKA_BROKERS ?? '').split(',')
  const prefix = () => kafka.env.KAFKA_TOPIC_PREFIX ?? ''
  const spec = () => ({ topic, retentionMs: HOUR, maxRecordBytes: 100_000 })

  function open(options: Partial<KafkaOptions> = {}): KafkaEventLog {
    const place = { brokers: brokers(), topicPrefix: prefix(), ssl: false, sasl: null }
    const log = kafkaEventLog({ ...place, partitions: CONFIGURED, replication: 1, ...options })
    logs.push(log)
    return log
  }

  it('have the partitions of their specification, each of which takes records', async () => {
    const log = open()
    await log.createTopics([{ ...spec(), partitions: 5 }])
    const numbers = [4, 0, 3, 1, 2, 4]
    const places = await log.append(
      numbers.map((partition) => ({ ...textRecord(topic, 'one key', `in ${partition}`), partition })),
    )
    expect(places).to.deep.equal(
      [0, 0, 0, 0, 0, 1].map((offset, index) => ({ topic, partition: numbers[index], offset })),
    )
    for (const { partition, offset } of places) {
      const { records } = await log.reader.read(topic, partition, offset)
      expect(String(records[0]?.value)).to.equal(`in ${partition}`)
    }
    expect(await log.reader.bounds(topic)).to.have.length(5)
    expect(log.topicDrift()).to.equal(0)
  })

  it('are reported if they have other partitions than their specification names, or another cleanup', async () => {
    const reports: object[] = []
    const warn = (about: object) => void reports.push(about)
    const log = open({ log: { warn, info() {} } })
    await log.createTopics([{ ...spec(), partitions: 5 }])
    await log.createTopics([spec()])
    expect(log.topicDrift(), 'the configured number is for new topics only').to.equal(0)
    await log.createTopics([{ ...spec(), partitions: 8, isCompacted: true }])
    const about = { topic: prefix() + topic }
    expect(reports).to.deep.include({ ...about, setting: 'partitions', found: '5', wanted: '8' })
    expect(reports).to.deep.include({
      ...about,
      setting: 'cleanup.policy',
      found: 'delete',
      wanted: 'compact',
    })
  })

  it('are compacted where specified, in segments short enough for it', async () => {
    const log = open()
    await log.createTopics([{ ...spec(), isCompacted: true }])
    expect(log.topicDrift()).to.equal(0)
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: prefix() + topic }],
    })
    const entries = resources[0]?.configEntries ?? []
    const config = Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue]))
    expect(config).to.include({ 'cleanup.policy': 'compact', 'retention.bytes': '-1' })
    expect(Number(config['segment.ms'])).to.be.at.most(HOUR)
    expect(Number(config['segment.bytes'])).to.be.at.most(64 * 1024 * 1024)
  })
})
