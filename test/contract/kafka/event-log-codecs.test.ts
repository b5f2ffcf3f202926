import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { runCommand } from '#infra/services/command.ts'
import { providePython } from '#infra/services/python.ts'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { logCollector } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { skipLoudly } from '#test/support/skips.ts'

const HOUR = 3_600_000
/**
 * A producer with librdkafka: a batch and a decompression bomb in each codec, two transactions, and a last record.
 */
const PRODUCER = `
import sys
from confluent_kafka import Producer
brokers, topic = sys.argv[1:]
def send(value, **settings):
    producer = Producer({"bootstrap.servers": brokers, "message.max.bytes": 100000000, **settings})
    producer.produce(topic, value, partition=0)
    assert producer.flush(60) == 0
for codec in ["none", "gzip", "snappy", "lz4", "zstd"]:
    send(codec.encode() * 100, **{"compression.type": codec})
for codec in ["gzip", "zstd"]:
    send(bytes(4000000), **{"compression.type": codec})
    send(b"after " + codec.encode())
for ends in ["abort_transaction", "commit_transaction"]:
    producer = Producer({"bootstrap.servers": brokers, "transactional.id": topic + ends, "compression.type": "zstd"})
    producer.init_transactions()
    producer.begin_transaction()
    producer.produce(topic, ends.encode(), partition=0)
    producer.flush(60)
    getattr(producer, ends)()
send(b"last")
`

/** Fetches once, since an earlier client of this process must make no difference. */
async function fetchOnce(brokers: string, topicPrefix: string): Promise<void> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING })
  const [admin, consumer] = [kafka.admin(), kafka.consumer({ groupId: randomUUID() })]
  const topic = topicPrefix + randomUUID()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic] })
  const fetched = new Promise((resolve) => consumer.on(consumer.events.FETCH, resolve))
  await consumer.run({ eachMessage: async () => undefined })
  await fetched
  await Promise.all([consumer.disconnect(), admin.disconnect()])
}

describe('kafkaEventLog and external producers', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  let log: EventLog | undefined
  let python = ''
  before('find Python', async function () {
    const answer = await providePython()
    if (answer.kind === 'unavailable') skipLoudly(this, answer.reason)
    python = answer.program
  })
  after(() => log?.close())

  it('reads every codec and committed transactions, and reports bombs without losing other records', async () => {
    const { KAFKA_BROKERS: brokers = '', KAFKA_TOPIC_PREFIX: topicPrefix = '' } = kafka.env
    await fetchOnce(brokers, topicPrefix)
    log = kafkaEventLog({
      ...{ brokers: brokers.split(','), ssl: false, sasl: null, topicPrefix },
      ...{ partitions: 1, replication: 1, maxBatchBytes: 1_000_000 },
    })
    const topic = `topic-${randomUUID()}`
    await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 900_000 }])
    await runCommand(python, ['-c', PRODUCER, brokers, topicPrefix + topic], {})
    const collector = logCollector()
    const subscription = await log.subscribe('readers', [topic], collector)
    await eventually(() => collector.values().includes('last'), 60_000)
    await subscription.close()
    expect(
      collector.records.map(({ value, unreadable }) => unreadable?.firstOffset ?? String(value)),
    ).to.deep.equal([
      ...['none', 'gzip', 'snappy', 'lz4', 'zstd'].map((codec) => codec.repeat(100)),
      ...[5, 'after gzip', 7, 'after zstd', 'commit_transaction', 'last'],
    ])
  })
})
