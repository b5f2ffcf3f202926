import type { EachBatchPayload } from 'kafkajs'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { FetchedMessage } from '../protocol/record-batch.ts'

type Batch = EachBatchPayload['batch']
type Message = Batch['messages'][number]

/** Converts a fetched batch to records of the port; `topic` is the topic's name without prefix. */
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

/** kafkajs passes on this property of the decoder without having it in its types. */
function unreadableOf({ unreadable }: Message & Pick<FetchedMessage, 'unreadable'>) {
  return unreadable && { unreadable }
}

/** The first value of each header; a header without value is empty. */
function headersOf({ headers = {} }: Message): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return [name, Buffer.isBuffer(first) ? first : Buffer.from(first ?? '')]
    }),
  )
}
