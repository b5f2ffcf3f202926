import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'
import type { KafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { kafkaProducer } from '#shared/adapters/kafka/produce/producer.ts'
import { isUnavailable } from '#shared/errors.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { logCollector } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { type BrokerRelay, relayTo } from './broker-relay.ts'
import { baseOptions, brokersOf, openLog } from './open-log.ts'

const HOUR = 3_600_000

/** The connection to the leader ends after the broker has written records and before its answer arrives. */
describe('kafkaProducer whose answers are lost', function () {
  this.timeout(60_000)
  const kafka = sharedKafka()
  let log: KafkaEventLog
  let relay: BrokerRelay
  let metadata: ReturnType<typeof openMetadataCache>
  let producer: ReturnType<typeof kafkaProducer>
  let topic: string

  beforeEach(async () => {
    topic = `once-${randomUUID()}`
    log = openLog(kafka, { partitions: 2 })
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 100_000, isPacked: true }])
    relay = await relayTo(brokersOf(kafka)[0] as string)
    const settings = kafkaSettings(baseOptions(kafka))
    metadata = openMetadataCache(settings)
    producer = kafkaProducer({ ...metadata, leader: () => relay.address }, settings, () => true)
  })
  afterEach(async () => {
    await producer.close()
    await Promise.all([metadata.close(), log.close(), relay.close()])
  })

  const records = (...values: string[]) => values.map((value) => textRecord(topic, value, value.repeat(400)))

  /** The values of the topic, as a group reads them. */
  async function read(count: number): Promise<string[]> {
    const seen = logCollector()
    const subscription = await log.subscribe('counts', [topic], seen)
    await eventually(() => seen.records.length >= count)
    await subscription.close()
    return seen.values().map((value) => String(value)[0] as string)
  }

  for (const lost of [1, 2, 4]) {
    it(`writes each record once, in order, at the places that it answers: ${lost} lost`, async () => {
      relay.lose = lost
      const first = producer.append(records('a', 'b', 'c'))
      const later = producer.append(records('d', 'a', 'b'))
      const places = (await Promise.all([first, later])).flat()
      expect(relay.lose).to.equal(0)
      const bounds = await log.reader.bounds(topic)
      expect(bounds.reduce((sum, { end }) => sum + end, 0)).to.equal(6)
      for (const [index, value] of ['a', 'b', 'c', 'd', 'a', 'b'].entries()) {
        const { partition, offset } = places[index] as (typeof places)[number]
        const { records: found } = await log.reader.read(topic, partition, offset)
        expect(String(found[0]?.value)).to.equal(value.repeat(400))
      }
    })
  }

  it('goes on, in order, when a batch that was written is given up', async () => {
    await producer.append(records('a'))
    relay.lose = 1000
    expect(isUnavailable(await rejectionOf(producer.append(records('b'))))).to.equal(true)
    relay.lose = 0
    await producer.append(records('c'))
    await producer.append(records('d', 'a'))
    expect((await read(5)).toSorted()).to.deep.equal(['a', 'a', 'b', 'c', 'd'])
  })
})
