import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IHeaders, Kafka, logLevel, Partitioners } from 'kafkajs'
import { type ExternalClient, type ExternalRecord, publicTopics } from './external-client.ts'

/** Short, so that it reconnects soon after an outage. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 500 }
const QUICK = { maxWaitTimeInMs: 100, sessionTimeout: 6000, heartbeatInterval: 500 }

type Env = Readonly<Record<string, string>>

/** Reads and writes the service's topics with kafkajs, as any program would. */
export async function externalKafka(env: Env): Promise<ExternalClient> {
  const prefix = env.KAFKA_TOPIC_PREFIX ?? ''
  const brokers = (env.KAFKA_BROKERS ?? '').split(',')
  const kafka = new Kafka({
    ...{ clientId: 'outside', brokers, retry: RETRY, logLevel: logLevel.NOTHING },
    ...securityOf(env),
  })
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
  const consumer = kafka.consumer({ groupId: `outside-${randomUUID()}`, ...QUICK })
  const records: ExternalRecord[] = []
  /** This consumer is handed a record again when its group loses a broker. */
  const read = new Set<string>()
  await Promise.all([producer.connect(), consumer.connect()])
  await consumer.subscribe({ topics: publicTopics.map((topic) => prefix + topic), fromBeginning: true })
  await consumer.run({
    async eachMessage({ topic, partition, message: { offset, key, value, headers } }) {
      const place = `${topic} ${partition} ${offset}`
      if (read.has(place)) return
      read.add(place)
      records.push({ topic: topic.slice(prefix.length), key, value, headers: buffers(headers) })
    },
  })
  return {
    records,
    async produce(topic, messages) {
      const batch = messages.map(({ key = null, headers = {}, ...others }) => ({ key, headers, ...others }))
      await producer.send({ topic: prefix + topic, messages: batch })
    },
    async close() {
      await Promise.all([producer.disconnect(), consumer.disconnect()])
    },
  }
}

function securityOf({ KAFKA_SSL, KAFKA_USERNAME, KAFKA_PASSWORD, NODE_EXTRA_CA_CERTS }: Env) {
  if (KAFKA_SSL !== 'true' || !NODE_EXTRA_CA_CERTS) return {}
  return {
    ssl: { ca: readFileSync(NODE_EXTRA_CA_CERTS) },
    sasl: {
      mechanism: 'scram-sha-512' as const,
      username: KAFKA_USERNAME ?? '',
      password: KAFKA_PASSWORD ?? '',
    },
  }
}

function buffers(headers: IHeaders = {}): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value : Buffer.from(String(value ?? '')),
    ]),
  )
}
