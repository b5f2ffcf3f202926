import { createHook } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { type KafkaEventLog, type KafkaOptions, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { eventLogContract } from '#test/contract/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type LogCollector, logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { ownKafka, type SuiteService, sharedKafka } from '#test/support/service/services.ts'

const HOUR = 3_600_000
/** Callers of the port answer 503 within 2 s, so appends give up earlier. */
const APPEND_LIMIT_MS = 2000
const PING_LIMIT_MS = 1400
/** All operations recover within 10 s (infra/docs/contract.md#availability). */
const RETURN_LIMIT_MS = 10_000
/** The minimum that a broker allows by default. */
const SESSION_TIMEOUT_MS = 6000
/** Time for a group with one member to join and to read its positions. */
const LATE_MS = 1000
/** Unpatched kafkajs sets a timer each millisecond for each connection. */
const IDLE_MS = 1000

function openLog(suite: SuiteService, options: Partial<KafkaOptions> = {}): KafkaEventLog {
  return kafkaEventLog({
    brokers: (suite.env.KAFKA_BROKERS ?? '').split(','),
    ssl: false,
    sasl: null,
    topicPrefix: suite.env.KAFKA_TOPIC_PREFIX ?? '',
    partitions: 4,
    replication: 1,
    ...options,
  })
}

type BrokerCalls = Record<'heartbeat' | 'joinGroup', (options: object) => Promise<unknown>>

/** Kafka protocol, "Error Codes". */
const LOADING = 14
const NOT_COORDINATOR = 16

/** Makes the next such request of this process fail with this error of a broker; resolves when it has. */
function failOnce(broker: BrokerCalls, call: keyof BrokerCalls, code: number): Promise<void> {
  const { createErrorFromCode } = createRequire(import.meta.url)('kafkajs/src/protocol/error')
  const real = broker[call]
  return new Promise((resolve) => {
    broker[call] = async () => {
      broker[call] = real
      resolve()
      throw createErrorFromCode(code)
    }
  })
}

describe('kafkaEventLog', function () {
  this.timeout(60_000)
  const kafka = sharedKafka()
  const logs: EventLog[] = []
  const children: ChildProcess[] = []

  function open(options: Partial<KafkaOptions> = {}): KafkaEventLog {
    const log = openLog(kafka, options)
    logs.push(log)
    return log
  }
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(logs.splice(0).map((log) => log.close()))
  })

  async function openWithTopic(
    options: Partial<KafkaOptions> = {},
  ): Promise<{ log: EventLog; topic: string }> {
    const log = open(options)
    const topic = `topic-${randomUUID()}`
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    return { log, topic }
  }

  // A member that leaves only by its session timeout would exceed the time limits of the contract.
  eventLogContract('Kafka', async () => openLog(kafka, { sessionTimeoutMs: 30_000 }), { partitions: 4 })

  function rawClient(): Kafka {
    return new Kafka({ brokers: (kafka.env.KAFKA_BROKERS ?? '').split(','), logLevel: logLevel.NOTHING })
  }

  it('adds the prefix to topics and groups on the broker, and creates topics as specified', async () => {
    const log = open()
    const topic = `topic-${randomUUID()}`
    await log.createTopics([{ topic, retentionMs: 123_456_000, maxRecordBytes: 3_000_000 }])
    const subscription = await log.subscribe('the-group', [topic], logCollector())
    const admin = rawClient().admin()
    const name = `${kafka.env.KAFKA_TOPIC_PREFIX}${topic}`
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name, configNames: ['retention.ms', 'max.message.bytes'] }],
    })
    const config = new Map(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]))
    expect(config.get('retention.ms')).to.equal('123456000')
    expect(Number(config.get('max.message.bytes'))).to.be.at.least(3_000_000)
    const { topics } = await admin.fetchTopicMetadata({ topics: [name] })
    expect(topics[0]?.partitions).to.have.length(4)
    const groups = await admin.describeGroups([`${kafka.env.KAFKA_TOPIC_PREFIX}the-group`])
    expect(groups.groups[0]?.members).to.have.length(1)
    await admin.disconnect()
    await subscription.close()
  })

  it('requires one in-sync replica of one, and reports topics with other settings', async () => {
    const topic = `topic-${randomUUID()}`
    const reports: object[] = []
    const warn = (about: object) => void reports.push(about)
    const first = open({ replication: null })
    await first.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    expect(first.topicDrift()).to.equal(0)
    const other = open({ replication: 2, minInSync: 2, log: { warn, info() {} } })
    await other.createTopics([{ topic, retentionMs: 2 * HOUR, maxRecordBytes: 100_000 }])
    expect(other.topicDrift()).to.equal(3)
    const name = `${kafka.env.KAFKA_TOPIC_PREFIX}${topic}`
    expect(reports).to.have.deep.members([
      { topic: name, setting: 'retention.ms', found: '3600000', wanted: '7200000' },
      { topic: name, setting: 'min.insync.replicas', found: '1', wanted: '2' },
      { topic: name, setting: 'replication.factor', found: '1', wanted: '2' },
    ])
  })

  it('creates topics with the specified short segments, and compresses where specified; clients read records as sent', async () => {
    const log = open()
    const [plain, packed] = [`topic-${randomUUID()}`, `topic-${randomUUID()}`] as const
    const segments = { ms: 3_600_000, bytes: 64 * 1024 * 1024, partitionBytes: 1_000_000_000 }
    await log.createTopics([
      { topic: plain, retentionMs: HOUR, maxRecordBytes: 100_000, segments },
      { topic: packed, retentionMs: HOUR, maxRecordBytes: 100_000, isPacked: true },
    ])
    const admin = rawClient().admin()
    const configOf = async (topic: string) => {
      const name = `${kafka.env.KAFKA_TOPIC_PREFIX}${topic}`
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: 2, name }],
      })
      const entries = resources[0]?.configEntries ?? []
      return Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue]))
    }
    expect(await configOf(plain)).to.include({
      'segment.ms': '3600000',
      'segment.bytes': '67108864',
      'retention.bytes': '1000000000',
      'compression.type': 'producer',
    })
    expect(await configOf(packed)).to.include({ 'compression.type': 'gzip', 'retention.bytes': '-1' })
    await admin.disconnect()
    const seen = logCollector()
    const subscription = await log.subscribe('reads-packed', [packed], seen)
    const value = '{"title":"Ümlaut"}'.repeat(1000)
    await log.append([{ topic: packed, key: 'k', value, headers: {} }])
    await eventually(() => seen.records.length === 1)
    expect(seen.records[0]?.value?.toString()).to.equal(value)
    await subscription.close()
  })

  it('accepts records above the default limit of a broker, where the topic allows them', async () => {
    const log = open()
    const topic = `topic-${randomUUID()}`
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 3_000_000 }])
    await log.append([textRecord(topic, 'k', 'x'.repeat(2_999_999))])
    const collector = logCollector()
    await log.subscribe('large', [topic], collector)
    await eventually(() => collector.records.length === 1)
    expect(collector.records[0]?.value).to.have.length(2_999_999)
  })

  it('rejects only the record that the broker finds too large, not those appended at the same time', async () => {
    const { log, topic } = await openWithTopic()
    const other = open({ maxRecordBytes: 5_000_000 })
    const appends = ['a', 'x'.repeat(2_000_000), 'b'].map((value) =>
      other.append([textRecord(topic, 'k', value)]),
    )
    const outcomes = await Promise.allSettled(appends)
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
    const collector = logCollector()
    await log.subscribe('sizes', [topic], collector)
    await eventually(() => collector.records.length === 2)
    expect(collector.values()).to.deep.equal(['a', 'b'])
  })

  it('reads records of other clients: repeated headers, no headers', async () => {
    const { log, topic } = await openWithTopic()
    const producer = rawClient().producer({ allowAutoTopicCreation: false })
    await producer.connect()
    await producer.send({
      topic: `${kafka.env.KAFKA_TOPIC_PREFIX}${topic}`,
      messages: [
        { key: 'k', value: 'twice', headers: { h: ['first', 'second'] } },
        { key: 'k', value: 'none' },
      ],
    })
    await producer.disconnect()
    const collector = logCollector()
    await log.subscribe('foreign', [topic], collector)
    await eventually(() => collector.records.length === 2)
    expect(collector.records.map(({ headers }) => headers)).to.deep.equal([{ h: Buffer.from('first') }, {}])
  })

  it('takes over the partitions of a killed process, from its commit', async () => {
    const { log, topic } = await openWithTopic()
    await log.append(['a', 'b', 'c'].map((value) => textRecord(topic, 'k', value)))
    const group = 'killed'
    const first = logCollector()
    const subscription = await log.subscribe(group, [topic], first)
    await eventually(() => first.records.length === 3)
    await subscription.commit(positionsAfter(first.records.slice(0, 1), 'kept'))
    await subscription.close()
    const program = join(import.meta.dirname, 'log-member.ts')
    const args = [program, kafka.env.KAFKA_BROKERS ?? '', kafka.env.KAFKA_TOPIC_PREFIX ?? '', topic, group]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const heir = logCollector()
    await log.subscribe(group, [topic], heir)
    await eventually(() => heir.records.length === 2)
    expect(heir.values()).to.deep.equal(['b', 'c'])
    expect(heir.assignments[0]).to.deep.include(positionsAfter(first.records.slice(0, 1), 'kept')[0])
  })

  it('goes on when its group moves to a coordinator that is still loading', async () => {
    const { log, topic } = await openWithTopic()
    const collector = logCollector()
    const subscription = await log.subscribe('moved', [topic], collector)
    const broker = createRequire(import.meta.url)('kafkajs/src/broker').prototype as BrokerCalls
    const received = [failOnce(broker, 'heartbeat', NOT_COORDINATOR), failOnce(broker, 'joinGroup', LOADING)]
    await Promise.all(received)
    await log.append([textRecord(topic, 'k', 'v')])
    await eventually(() => collector.records.length === 1, RETURN_LIMIT_MS)
    await subscription.commit(positionsAfter(collector.records))
  })

  it('keeps a member that pauses for longer than its session timeout', async () => {
    const { log, topic } = await openWithTopic({ sessionTimeoutMs: SESSION_TIMEOUT_MS })
    const collector = logCollector()
    const subscription = await log.subscribe('paused', [topic], collector)
    subscription.pause()
    await log.append(Array.from({ length: 20 }, (_, n) => textRecord(topic, `k${n}`, 'v')))
    await sleep(SESSION_TIMEOUT_MS + 2000)
    await subscription.commit(collector.assignments[0] ?? [])
    expect(collector.records).to.deep.equal([])
    subscription.resume()
    await eventually(() => collector.records.length === 20)
    expect(collector.assignments).to.have.length(1)
  })

  it('rejects a subscription to a topic that never exists', async () => {
    const log = open({ joinTimeoutMs: 500 })
    const error = await rejectionOf(log.subscribe('nobody', [`topic-${randomUUID()}`], logCollector()))
    expect(isUnavailable(error)).to.equal(true)
  })

  it('ends a pending subscribe when it is closed', async () => {
    const log = open()
    const rejection = rejectionOf(log.subscribe('nobody', [`topic-${randomUUID()}`], logCollector()))
    await log.close()
    expect(isUnavailable(await rejection)).to.equal(true)
  })

  it('reports nothing of a group that is joining when it is closed', async () => {
    const { log, topic } = await openWithTopic()
    const collector = logCollector()
    const rejection = rejectionOf(log.subscribe('left-early', [topic], collector))
    await log.close()
    expect(isUnavailable(await rejection)).to.equal(true)
    await sleep(LATE_MS)
    expect(collector.assignments).to.deep.equal([])
  })

  it('sets no continuous timers while idle, and causes no warnings of Node', async () => {
    const { log, topic } = await openWithTopic()
    await log.subscribe('idle', [topic], logCollector())
    await log.append([textRecord(topic, 'k', 'v')])
    const warnings: string[] = []
    let timers = 0
    const onWarning = (warning: Error) => void warnings.push(warning.name)
    const hook = createHook({
      init(_id, type) {
        if (type === 'Timeout') timers++
      },
    }).enable()
    process.on('warning', onWarning)
    await sleep(IDLE_MS)
    process.off('warning', onWarning)
    hook.disable()
    expect(warnings).to.deep.equal([])
    expect(timers).to.be.below(IDLE_MS / 10)
  })
})

describe('kafkaEventLog without its broker', function () {
  this.timeout(120_000)
  const kafka = ownKafka()
  const topic = 'topic'
  let log: EventLog
  let collector: LogCollector
  let numbers = 0

  before(async () => {
    log = openLog(kafka)
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    collector = logCollector()
    await log.subscribe('group', [topic], collector)
    await expectWorking()
  })
  after(() => log?.close())

  async function append(): Promise<string> {
    const value = `value ${numbers++}`
    await log.append([textRecord(topic, `k${numbers}`, value)])
    return value
  }

  /** Appends until one succeeds. */
  async function expectWorking(): Promise<void> {
    await eventually(async () => {
      const value = await append()
      await eventually(() => collector.values().includes(value))
      return true
    })
  }

  async function expectUnavailable(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      expect(isUnavailable(await rejectionOf(append(), APPEND_LIMIT_MS))).to.equal(true)
      expect(isUnavailable(await rejectionOf(log.ping(), PING_LIMIT_MS))).to.equal(true)
    }
    const many = Array.from({ length: 100 }, () => rejectionOf(append(), APPEND_LIMIT_MS))
    for (const error of await Promise.all(many)) expect(isUnavailable(error)).to.equal(true)
  }

  async function expectBack(): Promise<void> {
    const late = sleep(RETURN_LIMIT_MS, 'late', { ref: false })
    const back = Promise.all([expectWorking(), eventually(() => log.ping().then(() => true))])
    expect(await Promise.race([late, back])).to.not.equal('late')
  }

  it('rejects at once while the broker is suspended, and works when it resumes', async () => {
    await kafka.service.suspend()
    await expectUnavailable()
    kafka.service.resume()
    await expectBack()
  })

  it('works after the broker was suspended for longer than the session timeout', async () => {
    await kafka.service.suspend()
    await sleep(SESSION_TIMEOUT_MS + 2000)
    await expectUnavailable()
    kafka.service.resume()
    await expectBack()
  })

  it('rejects at once while the broker is down, and works when it is back', async () => {
    await kafka.service.kill()
    await expectUnavailable()
    await kafka.service.start()
    await expectBack()
  })

  it('has lost no acknowledged record, and resumes from the commit', async () => {
    const values = new Set<string>()
    const subscriber = logCollector()
    const subscription = await log.subscribe('commits', [topic], subscriber)
    for (let n = 0; n < 20; n++) values.add(await append())
    await eventually(() => [...values].every((value) => subscriber.values().includes(value)))
    const before = subscriber.records.length
    await subscription.commit(positionsAfter(subscriber.records, 'before the kill'))
    values.add(await append())
    await kafka.service.kill()
    await kafka.service.start()
    await eventually(() => subscriber.assignments.length > 1)
    await eventually(() => [...values].every((value) => subscriber.values().includes(value)))
    const again = subscriber.assignments.at(-1) ?? []
    for (const position of positionsAfter(subscriber.records.slice(0, before), 'before the kill')) {
      expect(again).to.deep.include(position)
    }
    await subscription.commit(positionsAfter(subscriber.records))
    await subscription.close()
  })
})
