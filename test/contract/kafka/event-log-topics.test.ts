import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import type { KafkaEventLog, KafkaOptions } from '#shared/adapters/kafka/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually } from '#test/contract/eventually.ts'
import { logCollector } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { dataFolderOf } from './cut-log.ts'
import { brokersOf, openLog } from './open-log.ts'

const HOUR = 3_600_000
/** Number of partitions that the log is configured with. */
const CONFIGURED = 2

/** How topics are made on a broker: names, settings, partitions, and what differs from the specification. */
describe('kafkaEventLog with its topics', () => {
  const kafka = sharedKafka()
  const logs: KafkaEventLog[] = []
  let admin: Admin
  let topic: string

  before(async () => {
    admin = new Kafka({ brokers: brokersOf(kafka), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
  })
  beforeEach(() => {
    topic = `topic-${randomUUID()}`
  })
  afterEach(() => Promise.all(logs.splice(0).map((log) => log.close())))
  after(() => admin?.disconnect())

  const onBroker = (name: string) => `${kafka.env.KAFKA_TOPIC_PREFIX}${name}`
  const spec = () => ({ topic, retentionMs: HOUR, maxRecordBytes: 100_000 })

  function open(options: Partial<KafkaOptions> = {}): KafkaEventLog {
    const log = openLog(kafka, { partitions: CONFIGURED, ...options })
    logs.push(log)
    return log
  }

  /** A log whose reports are collected. */
  function openReporting(options: Partial<KafkaOptions> = {}): { log: KafkaEventLog; reports: object[] } {
    const reports: object[] = []
    const warn = (about: object) => void reports.push(about)
    return { log: open({ ...options, log: { warn, info() {} } }), reports }
  }

  async function configOf(name: string): Promise<Record<string, string>> {
    const resources = [{ type: 2, name: onBroker(name) }]
    const answer = await admin.describeConfigs({ includeSynonyms: false, resources })
    const entries = answer.resources[0]?.configEntries ?? []
    return Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue]))
  }

  it('have the prefix on the broker, as groups have, and the specified settings', async () => {
    const log = open()
    await log.createTopics([{ topic, retentionMs: 123_456_000, maxRecordBytes: 3_000_000 }])
    const config = await configOf(topic)
    expect(config['retention.ms']).to.equal('123456000')
    expect(Number(config['max.message.bytes'])).to.be.at.least(3_000_000)
    const { topics } = await admin.fetchTopicMetadata({ topics: [onBroker(topic)] })
    expect(topics[0]?.partitions).to.have.length(CONFIGURED)
    await log.subscribe('the-group', [topic], logCollector())
    const { groups } = await admin.describeGroups([onBroker('the-group')])
    expect(groups[0]?.members).to.have.length(1)
  })

  it('require one in-sync replica of one, and are reported with other settings', async () => {
    const first = open({ replication: null })
    await first.createTopics([spec()])
    expect(first.topicDrift()).to.equal(0)
    const { log, reports } = openReporting({ replication: 2, minInSync: 2 })
    await log.createTopics([{ ...spec(), retentionMs: 2 * HOUR, partitions: 5 }])
    expect(log.topicDrift()).to.equal(4)
    const about = { topic: onBroker(topic) }
    expect(reports).to.have.deep.members([
      { ...about, setting: 'retention.ms', found: '3600000', wanted: '7200000' },
      { ...about, setting: 'min.insync.replicas', found: '1', wanted: '2' },
      { ...about, setting: 'replication.factor', found: '1', wanted: '2' },
      { ...about, setting: 'partitions', found: '2', wanted: '5' },
    ])
  })

  it('have as many partitions as is specified, where it is', async () => {
    await open().createTopics([{ ...spec(), partitions: 3 }])
    const { topics } = await admin.fetchTopicMetadata({ topics: [onBroker(topic)] })
    expect(topics[0]?.partitions).to.have.length(3)
  })

  it('have short segments where specified', async () => {
    const segments = { ms: 3_600_000, bytes: 64 * 1024 * 1024, partitionBytes: 1_000_000_000 }
    await open().createTopics([{ ...spec(), segments }])
    expect(await configOf(topic)).to.include({
      'segment.ms': '3600000',
      'segment.bytes': '67108864',
      'retention.bytes': '1000000000',
      'compression.type': 'producer',
    })
  })

  /** The records of the only batch of a topic, as the broker stores them, which must be packed with gzip. */
  async function storedGzip(name: string): Promise<Buffer> {
    const folder = dataFolderOf(Number(brokersOf(kafka)[0]?.split(':')[1]))
    const batch = await readFile(join(folder, `${onBroker(name)}-0`, '00000000000000000000.log'))
    expect(batch.readInt16BE(21) & 7, 'the codec in the attributes').to.equal(1)
    return batch.subarray(61, 12 + batch.readInt32BE(8))
  }

  for (const [what, kept] of [
    ['new', 'producer'],
    ['former, where the broker packs', 'gzip'],
  ] as const) {
    it(`compress where specified, as they were sent; clients read records: ${what}`, async () => {
      const configEntries = [{ name: 'compression.type', value: kept }]
      if (kept === 'gzip') await admin.createTopics({ topics: [{ topic: onBroker(topic), configEntries }] })
      const { log, reports } = openReporting({ partitions: 1 })
      await log.createTopics([{ ...spec(), isPacked: true }])
      expect((await configOf(topic))['compression.type']).to.equal(kept)
      expect(JSON.stringify(reports)).not.to.contain('compression.type')
      const seen = logCollector()
      await log.subscribe('reads-packed', [topic], seen)
      const value = '{"title":"Ümlaut"}'.repeat(1000)
      await log.append([textRecord(topic, 'k', value)])
      await eventually(() => seen.records.length === 1)
      expect(seen.values()).to.deep.equal([value])
      const stored = await storedGzip(topic)
      const system = 9
      expect(stored[system], 'packed by zlib of this machine, not by Java').to.equal(gzipSync('')[system])
      expect(stored.length).to.be.below(value.length / 10)
      expect(gunzipSync(stored).includes(value)).to.equal(true)
    })
  }

  it('of former versions are named once, where there are any', async () => {
    const { log, reports } = openReporting({ formerTopics: [topic, 'never-made'] })
    await log.createTopics([spec()])
    const named = () => reports.filter((report) => 'topics' in report)
    expect(named(), 'a topic that is made now').to.deep.equal([])
    await log.createTopics([spec()])
    expect(named()).to.deep.equal([{ topics: [onBroker(topic)] }])
  })
})
