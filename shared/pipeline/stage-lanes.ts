import type { Operation } from '#shared/errors.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { type Lane, lanes, type WorkStep, workTopic } from '#shared/messages/topics.ts'
import type { ConsumerOptions } from '#shared/pipeline/consumer.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** What a step says of its input. */
interface Reading {
  readonly input: WorkStep
  takes(operation: Operation | null): boolean
  keyOf(event: CloudEvent, lane: Lane): string | null
  outline(event: CloudEvent, lane: Lane): Pick<Inspection, 'operation'>
}

interface Marks {
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
}

/** The lanes of a stage's input, and how many records of each it holds. */
export function lanesOf(step: Reading, marks: Marks): ConsumerOptions['lanes'] {
  return lanes.map((lane) => ({
    lane,
    topics: [workTopic(step.input, lane)],
    highWater: highWaterOf(step, lane, marks),
  }))
}

/** Interactive requests are small and somebody waits: all are held, so that tenants take turns in the whole queue. */
function highWaterOf({ input }: Reading, lane: Lane, { highWater, queueLimit }: Marks): number {
  const isQueue = input === 'inspection.requested' && lane === 'interactive'
  return isQueue ? Math.max(highWater, queueLimit) : highWater
}

/** Several stages read the requests: what is for another one must not wait here until a slot is free. */
export function isForeign(step: Reading, record: LogRecord, lane: Lane): boolean {
  if (step.input !== 'inspection.requested') return false
  const decoded = fromRecord(record)
  return !step.takes('reason' in decoded ? null : step.outline(decoded.event, lane).operation)
}

/** Whose turn a record is. */
export function keyOf(step: Reading, record: LogRecord, lane: Lane): string | null {
  const decoded = fromRecord(record)
  return 'reason' in decoded ? null : step.keyOf(decoded.event, lane)
}
