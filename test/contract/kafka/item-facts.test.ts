import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { type KafkaEventLog, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { factsRecord } from '#shared/messages/payloads/item-facts.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { FACTS } from '#shared/messages/topics.ts'
import type { RecordPlace } from '#shared/ports/event-log.ts'
import { makeFactsLoader } from '#stages/batch/event-log/load-facts.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { result } from '#test/contract/frontier/batch-scene.ts'
import { sharedKafka } from '#test/support/service/services.ts'

const HOUR = 3_600_000
const HOSTS = 20
const COUNT = 600

describe('facts of items on Kafka', () => {
  const kafka = sharedKafka()
  const brokers = () => (kafka.env.KAFKA_BROKERS ?? '').split(',')
  let topicPrefix: string
  let admin: Admin
  let log: KafkaEventLog
  let warnings: unknown[]
  beforeEach(async () => {
    topicPrefix = `${kafka.env.KAFKA_TOPIC_PREFIX}${randomUUID()}.`
    warnings = []
    admin = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    log = openLog(5)
    await makeTopic()
  })
  afterEach(async () => {
    await admin.disconnect()
    await log.close()
  })

  const openLog = (partitions: number) =>
    kafkaEventLog({
      ...{ brokers: brokers(), ssl: false, sasl: null, topicPrefix },
      ...{ partitions, replication: 1 },
    })
  const makeTopic = () => log.createTopics(topicSpecs(HOUR).filter(({ topic }) => topic === FACTS))
  const loader = () =>
    makeFactsLoader({
      events: log.reader,
      logger: { warn: (...given: readonly unknown[]) => void warnings.push(given[0]) },
    })
  const urlOf = (at: number) => `http://h${at % HOSTS}.example/${at}`
  const append = (name: string, count: number) =>
    log.append(
      Array.from({ length: count }, (_, at) =>
        factsRecord({ id: `${name}.${at}`, url: urlOf(at) }, `${name} ${at} ${'x'.repeat(2000)}`),
      ),
    )
  const ended = (
    id: string,
    { partition, offset }: Pick<RecordPlace, 'partition' | 'offset'>,
  ): Completion => ({
    id,
    outcome: { ...result('http://x.example/'), factsAt: { partition, offset } },
  })

  it('are found at their places, in the order of the results', async () => {
    const places = await append('a', COUNT)
    const order = places.map((_, at) => (at * 7) % COUNT)
    const loaded = await loader()(order.map((at) => ended(`a.${at}`, places[at] as RecordPlace)))
    expect(new Set(places.map(({ partition }) => partition)).size).to.be.above(1)
    expect(loaded.map(({ siteFacts }) => siteFacts?.slice(0, 7).trim())).to.deep.equal(
      order.map((at) => `a ${at} ${'x'.repeat(7)}`.slice(0, 7).trim()),
    )
    expect(warnings).to.deep.equal([])
  })

  it('are none at places that the topic does not have, or has of others since it was made anew', async () => {
    const [place] = await append('a', 1)
    const { partition, offset } = place as RecordPlace
    const load = loader()
    const found = async (...given: Completion[]) =>
      (await load(given)).map(({ siteFacts }) => siteFacts?.slice(0, 3))
    const real = ended('a.0', { partition, offset })
    expect(
      await found(
        real,
        ended('a.1', { partition, offset: offset + 1 }),
        ended('a.2', { partition, offset: offset + 1000 }),
        ended('a.3', { partition: 99, offset }),
      ),
    ).to.deep.equal(['a 0', undefined, undefined, undefined])
    await admin.deleteTopics({ topics: [topicPrefix + FACTS] })
    await eventually(async () => !(await admin.listTopics()).includes(topicPrefix + FACTS))
    await log.close()
    log = openLog(2)
    await makeTopic()
    const [, newPlace] = await append('b', 2)
    const anew = loader()([
      real,
      ended('a.4', { partition: 4, offset: 0 }),
      ended('b.1', newPlace as RecordPlace),
    ])
    expect((await anew).map(({ siteFacts }) => siteFacts?.slice(0, 3))).to.deep.equal([
      undefined,
      undefined,
      'b 1',
    ])
  })
})
