import type { LogPage, LogRecord } from '#shared/ports/event-log.ts'
import type { AbortedTransaction, FetchedPartition } from '../protocol/fetch-request.ts'
import { errorType } from '../protocol/kafka-error.ts'
import type { FetchedRecord } from '../protocol/record-batch.ts'

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
  const asked = fetched.records.filter((record) => record.offset >= offset)
  const records = committed(asked, fetched.abortedTransactions).map((record) =>
    toLogRecord(record, topic, fetched.partition),
  )
  const last = fetched.records.at(-1)
  // Compaction may have removed the offset, and all behind it, from the end of a batch.
  const next = last === undefined ? offset : Math.max(offset, last.offset) + 1
  return { records, next, isGone, isEnd: next >= fetched.lastStableOffset }
}

/** The records without markers of transactions, and without those of transactions that were aborted (KIP-98). */
function committed(
  records: readonly FetchedRecord[],
  aborted: readonly AbortedTransaction[],
): readonly FetchedRecord[] {
  if (aborted.length === 0) return records.filter((record) => !record.isControlRecord)
  const starts = aborted.toSorted((one, other) => one.firstOffset - other.firstOffset)
  const inAborted = new Set<number>()
  return records.filter((record) => {
    while (starts[0] !== undefined && starts[0].firstOffset <= record.offset)
      inAborted.add((starts.shift() as AbortedTransaction).producerId)
    if (isAbortMarker(record)) inAborted.delete(record.producerId)
    return !record.isControlRecord && !(record.isInTransaction && inAborted.has(record.producerId))
  })
}

/** Kafka, "Control Batches": the key of the marker of an aborted transaction is version 0, type 0. */
const ABORT = Buffer.from([0, 0, 0, 0])

function isAbortMarker({ isControlRecord, key }: FetchedRecord): boolean {
  return isControlRecord && key?.equals(ABORT) === true
}

function toLogRecord(record: FetchedRecord, topic: string, partition: number): LogRecord {
  const { offset, key, value, headers, timestamp, unreadable } = record
  return { topic, partition, offset, key, value, headers, timestamp, ...(unreadable && { unreadable }) }
}
