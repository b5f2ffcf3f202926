import { randomUUID } from 'node:crypto'
import { Kafka, logLevel } from 'kafkajs'
import { BATCH } from '../external/external-client.ts'

/** The requests of the batch lane that were put into the log. */
export interface WatchedRequests {
  /** URLs by inspection id. */
  readonly urls: ReadonlyMap<string, string>
  close(): Promise<void>
}

/** Reads the requests of the batch lane from the first one on, beside the stages. */
export async function watchRequests({
  KAFKA_BROKERS = '',
  KAFKA_TOPIC_PREFIX = '',
}: Readonly<Record<string, string>>): Promise<WatchedRequests> {
  const kafka = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING })
  const consumer = kafka.consumer({ groupId: `watch-${randomUUID()}` })
  const urls = new Map<string, string>()
  await consumer.connect()
  await consumer.subscribe({ topic: KAFKA_TOPIC_PREFIX + BATCH, fromBeginning: true })
  await consumer.run({
    async eachMessage({ message: { headers, value } }) {
      const { parameters } = JSON.parse(String(value)) as { parameters: { url: string } }
      urls.set(String(headers?.ce_id), parameters.url)
    },
  })
  return { urls, close: () => consumer.disconnect() }
}
