import type { ConsumerOptions } from '#shared/consumer/consumer.ts'
import type { OverflowPolicy } from '#shared/consumer/overflow.ts'
import type { Operation } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { decodeRecord } from '#shared/messages/decode-record.ts'
import { deferredRecord, isReleased } from '#shared/messages/deferred.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { type Lane, lanes, type WorkStep, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'

/** What a step says of its input. */
interface InputHandler {
  readonly input: WorkStep
  accepts(operation: Operation | null): boolean
  concurrencyKeyOf(event: CloudEvent, lane: Lane): string | null
  isExclusive?(operation: Operation): boolean
  describe(event: CloudEvent, lane: Lane): Pick<Inspection, 'operation'>
}

interface LaneLimits {
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Batch requests to one host that are held; more are laid by. */
  readonly maxPendingPerHost: number
}

/** The lanes of a stage's input, and how many records of each it holds. */
export function stageLanes(
  handler: InputHandler,
  limits: LaneLimits,
  log: EventLog,
): ConsumerOptions['lanes'] {
  return lanes.map((lane) => ({
    lane,
    topics: [workTopic(handler.input, lane)],
    highWater: highWaterMark(handler, lane, limits),
    ...(handler.input === 'inspection.requested' && lane === 'batch'
      ? { overflow: overflowPolicy(limits, log) }
      : {}),
  }))
}

/** Anybody feeds batch requests, any number to a host: what is too much goes into the frontier. */
function overflowPolicy({ maxPendingPerHost }: LaneLimits, log: EventLog): OverflowPolicy {
  return {
    maxPerKey: maxPendingPerHost,
    isExempt: isReleased,
    defer: (records) => log.append(records.map(deferredRecord)),
  }
}

/** Interactive requests are small and somebody waits: all are held, so that tenants take turns in the whole queue. */
function highWaterMark({ input }: InputHandler, lane: Lane, { highWater, queueLimit }: LaneLimits): number {
  const isQueue = input === 'inspection.requested' && lane === 'interactive'
  return isQueue ? Math.max(highWater, queueLimit) : highWater
}

/** Several stages read the requests: what is for another one must not wait here until a slot is free. */
export function isUnrelated(handler: InputHandler, record: LogRecord, lane: Lane): boolean {
  if (handler.input !== 'inspection.requested') return false
  const decoded = decodeRecord(record)
  return !handler.accepts('reason' in decoded ? null : handler.describe(decoded.event, lane).operation)
}

/** Whose turn a record is; what has no host waits for none. */
export function concurrencyKeyOf(handler: InputHandler, record: LogRecord, lane: Lane): string | null {
  const decoded = decodeRecord(record)
  return 'reason' in decoded ? null : handler.concurrencyKeyOf(decoded.event, lane) || null
}

/** Whether the record is interactive work that runs beside no other of its stage. */
function isExclusive(handler: InputHandler, record: LogRecord, lane: Lane): boolean {
  if (handler.isExclusive === undefined || lane !== 'interactive') return false
  const decoded = decodeRecord(record)
  const operation = 'reason' in decoded ? null : handler.describe(decoded.event, lane).operation
  return operation !== null && handler.isExclusive(operation)
}

/** What a step says of each record. */
export function recordRules(
  handler: InputHandler,
): Pick<ConsumerOptions, 'isUnrelated' | 'concurrencyKeyOf' | 'isExclusive'> {
  return {
    isUnrelated: (record, lane) => isUnrelated(handler, record, lane),
    concurrencyKeyOf: (record, lane) => concurrencyKeyOf(handler, record, lane),
    isExclusive: (record, lane) => isExclusive(handler, record, lane),
  }
}
