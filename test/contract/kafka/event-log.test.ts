import { createHook } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'
import type { KafkaEventLog, KafkaOptions } from '#shared/adapters/kafka/event-log.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { EventLog, Position } from '#shared/ports/event-log.ts'
import { eventLogContract } from '#test/contract/event-log.ts'
import { createTopics, textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { beforeNextHeartbeat, failNext, fetches, type RequestOptions } from './kafkajs-requests.ts'
import { baseOptions, brokersOf, openLog } from './open-log.ts'

const HOUR = 3_600_000
/** The minimum that a broker allows by default. */
const SESSION_TIMEOUT_MS = 6000
/** Fetches of an idle log: the broker keeps each for half a second. */
const IDLE_FETCHES = 4
/** Unpatched kafkajs sets a timer each millisecond for each connection: hundreds for a fetch. */
const TIMERS_A_FETCH = 30

/** Kafka protocol, "Error Codes". */
const LOADING = 14
const NOT_COORDINATOR = 16
const ILLEGAL_GENERATION = 22

describe('kafkaEventLog', () => {
  const kafka = sharedKafka()
  const logs: EventLog[] = []

  function open(options: Partial<KafkaOptions> = {}): KafkaEventLog {
    const log = openLog(kafka, options)
    logs.push(log)
    return log
  }
  afterEach(() => Promise.all(logs.splice(0).map((log) => log.close())))

  /** Begins before all tests, and is over when the last ones ask for it. */
  let timedOut: ReturnType<typeof letSessionTimeOut>
  const sessions: EventLog[] = []
  before(() => {
    timedOut = letSessionTimeOut()
    timedOut.catch(() => undefined)
  })
  after(() => Promise.all(sessions.map((log) => log.close())))

  async function openWithTopic(): Promise<{ log: EventLog; topic: string }> {
    const log = open()
    const topic = `topic-${randomUUID()}`
    await createTopics(log, [{ topic, retentionMs: HOUR, maxRecordBytes: 100_000 }])
    return { log, topic }
  }

  // A member that leaves only by its session timeout would exceed the time limits of the contract.
  eventLogContract('Kafka', async () => openLog(kafka, { sessionTimeoutMs: 30_000 }), { partitions: 4 })

  function rawClient(): Kafka {
    return new Kafka({ brokers: brokersOf(kafka), logLevel: logLevel.NOTHING })
  }

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

  it('goes on when its group moves to a coordinator that is still loading', async () => {
    const { log, topic } = await openWithTopic()
    const collector = logCollector()
    const subscription = await log.subscribe('moved', [topic], collector)
    await failNext('Heartbeat', 'moved', NOT_COORDINATOR)
    await failNext('Heartbeat', 'moved', LOADING)
    await Promise.all([
      failNext('Heartbeat', 'moved', ILLEGAL_GENERATION),
      failNext('JoinGroup', 'moved', LOADING),
    ])
    await log.append([textRecord(topic, 'k', 'v')])
    await eventually(() => collector.records.length === 1)
    await subscription.commit(positionsAfter(collector.records))
  })

  it('joins again when its group has removed it', async () => {
    const { log, topic } = await openWithTopic()
    const collector = logCollector()
    const subscription = await log.subscribe('removed', [topic], collector)
    await beforeNextHeartbeat('removed', removeMember)
    await eventually(() => collector.assignments.length === 2)
    await log.append([textRecord(topic, 'k', 'v')])
    await eventually(() => collector.records.length === 1)
    await subscription.commit(positionsAfter(collector.records))
  })

  /** As another process may, or the group itself after the session timeout. */
  async function removeMember({ groupId = '', memberId = '' }: RequestOptions): Promise<void> {
    const settings = kafkaSettings({ ...baseOptions(kafka), topicPrefix: '' })
    const broker = makeBroker(brokersOf(kafka)[0] ?? '', settings, 5000)
    await broker.leaveGroup({ groupId, memberId })
    await broker.close()
  }

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
    // The assignments of both would come together.
    const later = logCollector()
    await open().subscribe('left-early', [topic], later)
    expect(later.assignments).to.have.length(1)
    expect(collector.assignments).to.deep.equal([])
  })

  it('sets few timers while idle, and causes no warnings of Node', async () => {
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
    await fetches(IDLE_FETCHES)
    process.off('warning', onWarning)
    hook.disable()
    expect(warnings).to.deep.equal([])
    expect(timers).to.be.below(IDLE_FETCHES * TIMERS_A_FETCH)
  })

  describe('whose session times out', () => {
    it('takes over the partitions of a killed process, from its commit', async () => {
      const { committed, heir } = await timedOut
      await eventually(() => heir.records.length === 2)
      expect(heir.values()).to.deep.equal(['b', 'c'])
      expect(heir.assignments[0]).to.deep.include(committed)
    })

    it('keeps a member that pauses for longer', async () => {
      const { paused, subscription } = await timedOut
      await subscription.commit(paused.assignments[0] ?? [])
      expect(paused.records).to.deep.equal([])
      subscription.resume()
      await eventually(() => paused.records.length === 20)
      expect(paused.assignments).to.have.length(1)
    })
  })

  /**
   * A member pauses; then a process is killed that was a member of another group. When that group gives the partitions to
   * another member, a session timeout has passed since the pause.
   */
  async function letSessionTimeOut() {
    const log = openLog(kafka, { sessionTimeoutMs: SESSION_TIMEOUT_MS })
    sessions.push(log)
    const [pausing, killing] = [`topic-${randomUUID()}`, `topic-${randomUUID()}`] as const
    await log.createTopics(
      [pausing, killing].map((topic) => ({ topic, retentionMs: HOUR, maxRecordBytes: 100_000 })),
    )
    const paused = logCollector()
    const subscription = await log.subscribe('paused', [pausing], paused)
    subscription.pause()
    await log.append(Array.from({ length: 20 }, (_, n) => textRecord(pausing, `k${n}`, 'v')))
    await log.append(['a', 'b', 'c'].map((value) => textRecord(killing, 'k', value)))
    const committed = await commitFirst(log, killing)
    await killMember(killing)
    const heir = logCollector()
    await log.subscribe('killed', [killing], heir)
    return { paused, subscription, committed, heir }
  }

  /** Commits the first record of three as the only member of the group, and leaves it. */
  async function commitFirst(log: EventLog, topic: string): Promise<Position> {
    const first = logCollector()
    const subscription = await log.subscribe('killed', [topic], first)
    await eventually(() => first.records.length === 3)
    const [position] = positionsAfter(first.records.slice(0, 1), 'kept') as [Position]
    await subscription.commit([position])
    await subscription.close()
    return position
  }

  /** Kills a process once it is a member of the group and has records. */
  async function killMember(topic: string): Promise<void> {
    const program = join(import.meta.dirname, 'log-member.ts')
    const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX = '' } = kafka.env
    const args = [program, KAFKA_BROKERS, KAFKA_TOPIC_PREFIX, topic, 'killed']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
