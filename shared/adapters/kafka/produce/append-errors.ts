import { ConnectionError } from '../connection/request-socket.ts'
import { errorType } from '../protocol/kafka-error.ts'

/**
 * Kafka protocol, "Error Codes": another broker leads the partition, or this broker does not know yet that it
 * is the leader.
 */
const LEADER_ERRORS: ReadonlySet<unknown> = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'KAFKA_STORAGE_ERROR',
])

/** The partition does not know the producer as it is: it has lost records, or has had others under this id. */
const IDENTITY_ERRORS: ReadonlySet<unknown> = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
])

/** Answers of a leader that has the records, though not all replicas have; or had them once, at a place it does not tell. */
const WRITTEN_ERRORS: ReadonlySet<unknown> = new Set([
  'REQUEST_TIMED_OUT',
  'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'DUPLICATE_SEQUENCE_NUMBER',
])

/** A batch is sent `again` as it is; `anew`, under another producer id; in `smaller` batches; or it is given `up`. */
export type Remedy = 'again' | 'anew' | 'smaller' | 'up'

/** What becomes of a batch whose request has failed with this error. */
export function remedyFor(error: unknown): Remedy {
  const type = errorType(error)
  if (type === 'MESSAGE_TOO_LARGE') return 'smaller'
  if (IDENTITY_ERRORS.has(type)) return 'anew'
  return error instanceof ConnectionError || LEADER_ERRORS.has(type) ? 'again' : 'up'
}

/** Whether the records may be in the log all the same: without an answer of the leader, nobody knows. */
export function mayBeWritten(error: unknown): boolean {
  const type = errorType(error)
  return type === undefined || WRITTEN_ERRORS.has(type)
}
