import { type Kafka, Partitioners, type Producer, type TopicMessages } from 'kafkajs'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { type AppendQueue, appendQueue } from './append-queue.ts'
import type { KafkaSettings } from './options.ts'
import { renewable } from './renewable.ts'

export interface Appender extends Pick<AppendQueue, 'append'> {
  /** Sends what is waiting, then disconnects. */
  close(): Promise<void>
}

/** Appends through one producer, acknowledged by all replicas in sync. */
export function kafkaAppender(kafka: Kafka, settings: KafkaSettings): Appender {
  const producer = renewable<Producer>(() =>
    kafka.producer({ allowAutoTopicCreation: false, createPartitioner: Partitioners.DefaultPartitioner }),
  )
  const queue = appendQueue({
    send: (records) => send(records),
    isTooLarge,
    timeoutMs: settings.appendTimeoutMs,
    maxBytes: settings.appendMaxBytes,
    maxRecords: settings.appendMaxRecords,
    lingerMs: settings.appendLingerMs,
    mayLinger: settings.mayLinger,
  })

  async function send(records: readonly NewRecord[]): Promise<void> {
    const topicMessages = byTopic(records, settings.topicPrefix)
    await producer.use(settings.appendTimeoutMs, (client) => client.sendBatch({ acks: -1, topicMessages }))
  }

  return {
    append: queue.append,
    async close() {
      await queue.drained()
      await producer.close()
    },
  }
}

function byTopic(records: readonly NewRecord[], prefix: string): TopicMessages[] {
  const messages = Map.groupBy(records, (record) => prefix + record.topic)
  return [...messages].map(([topic, group]) => ({
    topic,
    messages: group.map(({ key, value, headers }) => ({ key, value, headers })),
  }))
}

/** Kafka protocol, error 10: larger than the topic's max.message.bytes. */
function isTooLarge(error: unknown): boolean {
  return (error as { type?: string }).type === 'MESSAGE_TOO_LARGE'
}
