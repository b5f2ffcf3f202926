import type { EachBatchPayload } from 'kafkajs'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { FetchedMessage } from '../protocol/record-batch.ts'

type Batch = EachBatchPayload['batch']
type Message = Batch['messages'][number]

/** The records of a fetched batch, under the topic's name without prefix. */
export function toLogRecords({ partition, messages }: Batch, topic: string): LogRecord[] {
  return messages.map((message) => ({
    topic,
    partition,
    offset: Number(message.offset),
    key: message.key,
    value: message.value,
    headers: headersOf(message),
    timestamp: Number(message.timestamp),
    ...unreadableOf(message),
  }))
}

/** kafkajs hands on what its decoder made, but knows nothing of this. */
function unreadableOf({ unreadable }: Message & Pick<FetchedMessage, 'unreadable'>) {
  return unreadable && { unreadable }
}

/** Of a header that is there several times the first one counts; one without value is empty. */
function headersOf({ headers = {} }: Message): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return [name, Buffer.isBuffer(first) ? first : Buffer.from(first ?? '')]
    }),
  )
}
