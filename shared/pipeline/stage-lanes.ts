import type { Operation } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { deferredRecord, isOfFrontier } from '#shared/messages/deferred.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { type Lane, lanes, type WorkStep, workTopic } from '#shared/messages/topics.ts'
import type { ConsumerOptions } from '#shared/pipeline/consumer.ts'
import { decoded } from '#shared/pipeline/decoded.ts'
import type { Flood } from '#shared/pipeline/flood.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'

/** What a step says of its input. */
interface Reading {
  readonly input: WorkStep
  takes(operation: Operation | null): boolean
  keyOf(event: CloudEvent, lane: Lane): string | null
  isAlone?(operation: Operation): boolean
  outline(event: CloudEvent, lane: Lane): Pick<Inspection, 'operation'>
}

interface Marks {
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Batch requests to one host that are held; more are laid by. */
  readonly hostHeld: number
}

/** The lanes of a stage's input, and how many records of each it holds. */
export function lanesOf(step: Reading, marks: Marks, log: EventLog): ConsumerOptions['lanes'] {
  return lanes.map((lane) => ({
    lane,
    topics: [workTopic(step.input, lane)],
    highWater: highWaterOf(step, lane, marks),
    ...(step.input === 'inspection.requested' && lane === 'batch' ? { flood: floodOf(marks, log) } : {}),
  }))
}

/** Anybody feeds batch requests, any number to a host: what is too much goes into the frontier. */
function floodOf({ hostHeld }: Marks, log: EventLog): Flood {
  return {
    perKey: hostHeld,
    isExempt: isOfFrontier,
    layBy: (records) => log.append(records.map(deferredRecord)),
  }
}

/** Interactive requests are small and somebody waits: all are held, so that tenants take turns in the whole queue. */
function highWaterOf({ input }: Reading, lane: Lane, { highWater, queueLimit }: Marks): number {
  const isQueue = input === 'inspection.requested' && lane === 'interactive'
  return isQueue ? Math.max(highWater, queueLimit) : highWater
}

/** Several stages read the requests: what is for another one must not wait here until a slot is free. */
export function isForeign(step: Reading, record: LogRecord, lane: Lane): boolean {
  if (step.input !== 'inspection.requested') return false
  const read = decoded(record)
  return !step.takes('reason' in read ? null : step.outline(read.event, lane).operation)
}

/** Whose turn a record is; what has no host waits for none. */
export function keyOf(step: Reading, record: LogRecord, lane: Lane): string | null {
  const read = decoded(record)
  return 'reason' in read ? null : step.keyOf(read.event, lane) || null
}

/** Whether the record is interactive work that runs beside no other of its stage. */
function isAlone(step: Reading, record: LogRecord, lane: Lane): boolean {
  if (step.isAlone === undefined || lane !== 'interactive') return false
  const read = decoded(record)
  const operation = 'reason' in read ? null : step.outline(read.event, lane).operation
  return operation !== null && step.isAlone(operation)
}

/** What a step says of each record. */
export function readingOf(step: Reading): Pick<ConsumerOptions, 'isForeign' | 'keyOf' | 'isAlone'> {
  return {
    isForeign: (record, lane) => isForeign(step, record, lane),
    keyOf: (record, lane) => keyOf(step, record, lane),
    isAlone: (record, lane) => isAlone(step, record, lane),
  }
}
