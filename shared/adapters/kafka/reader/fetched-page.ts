import type { LogPage } from '#shared/ports/event-log.ts'
import type { FetchedPartition } from '../client/broker.ts'
import { kafkajsModule } from '../protocol/kafkajs.ts'
import { type FetchedMessage, toLogRecord } from '../protocol/record-batch.ts'

/** The parts of kafkajs 2.2.4 used here: src/consumer/batch, by which its consumer chooses what it delivers. */
interface ConsumerBatch {
  /** Without control records and records of aborted transactions. */
  readonly messages: readonly FetchedMessage[]
  readonly messagesWithinOffset: readonly FetchedMessage[]
  isEmptyDueToLogCompactedMessages(): boolean
}

type BatchClass = new (topic: string, offset: string, partition: object) => ConsumerBatch
const Batch = kafkajsModule<BatchClass>('consumer/batch')

/** Whether the partition has no such offset: retention removed it, or the topic was created anew. */
function isOutOfRange(error: Error | null): boolean {
  return (error as { type?: string } | null)?.type === 'OFFSET_OUT_OF_RANGE'
}

/**
 * The page of records in the answer to a fetch from `offset` on: those that a consumer delivers. `topic` is the name in
 * the records. Throws the error of the partition.
 */
export function toLogPage(topic: string, offset: number, fetched: FetchedPartition): LogPage {
  if (isOutOfRange(fetched.error)) return { records: [], next: offset, isGone: true, isEnd: false }
  if (fetched.error !== null) throw fetched.error
  const batch = new Batch(fetched.topic, String(offset), fetched)
  const records = batch.messages.map((message) => toLogRecord(message, topic, fetched.partition))
  const last = batch.messagesWithinOffset.at(-1)
  const passed = batch.isEmptyDueToLogCompactedMessages() ? offset : offset - 1
  const next = (last === undefined ? passed : Number(last.offset)) + 1
  return { records, next, isGone: false, isEnd: next >= Number(fetched.lastStableOffset) }
}
