import type { LogPage } from '#shared/ports/event-log.ts'
import type { FetchedPartition } from '../protocol/fetch-request.ts'
import { errorType } from '../protocol/kafka-error.ts'
import { Batch } from '../protocol/kafkajs.ts'
import { toLogRecord } from '../protocol/record-batch.ts'

/** Whether the partition has no such offset: retention removed it, or the topic was created anew. */
export const isOutOfRange = (error: Error | null): boolean => errorType(error) === 'OFFSET_OUT_OF_RANGE'

/**
 * The page of records in the answer to a fetch from `offset` on: those that a consumer delivers. `topic` is the name in
 * the records. Throws the error of the partition.
 */
export function toLogPage(topic: string, offset: number, fetched: FetchedPartition): LogPage {
  const isGone = isOutOfRange(fetched.error)
  if (isGone) return { records: [], next: offset, isGone, isEnd: false }
  if (fetched.error !== null) throw fetched.error
  const batch = new Batch(fetched.topic, String(offset), fetched)
  const records = batch.messages.map((message) => toLogRecord(message, topic, fetched.partition))
  const last = batch.messagesWithinOffset.at(-1)
  const passed = batch.isEmptyDueToLogCompactedMessages() ? offset : offset - 1
  const next = (last === undefined ? passed : Number(last.offset)) + 1
  return { records, next, isGone, isEnd: next >= Number(fetched.lastStableOffset) }
}
