import type { ConsumerOptions } from '#shared/consumer/consumer.ts'
import type { OverflowPolicy } from '#shared/consumer/overflow.ts'
import type { Operation } from '#shared/errors.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { deferredRecord, isReleased } from '#shared/messages/events/deferred.ts'
import { type Lane, lanes, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'

/** The part of a handler that decides about records of its input. */
type InputHandler = Omit<StageHandler, 'name' | 'group' | 'handle'>

interface LaneLimits {
  /** Pending records at which a lane is paused. */
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Pending batch requests to one host; more are deferred. */
  readonly maxPendingPerHost: number
}

/** The lanes of a stage's input, each with its high-water mark and overflow policy. */
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

/** Producers may send any number of batch requests to one host. Those beyond the limit go to the frontier. */
function overflowPolicy({ maxPendingPerHost }: LaneLimits, log: EventLog): OverflowPolicy {
  return {
    maxPerKey: maxPendingPerHost,
    isExempt: isReleased,
    async defer(records) {
      await log.append(records.map(deferredRecord))
    },
  }
}

/**
 * The lane of interactive requests holds its whole queue, so that scheduling is fair between all tenants in it. Requests
 * are small.
 */
function highWaterMark({ input }: InputHandler, lane: Lane, { highWater, queueLimit }: LaneLimits): number {
  const isQueue = input === 'inspection.requested' && lane === 'interactive'
  return isQueue ? Math.max(highWater, queueLimit) : highWater
}

/** The operation of the record's event; null without one. */
function operationOf({ describe }: InputHandler, record: LogRecord, lane: Lane): Operation | null {
  const decoded = decodeRecord(record)
  return 'reason' in decoded ? null : describe(decoded.event, lane).operation
}

/** The consumer's callbacks about single records, made from a handler. */
export function recordRules(
  handler: InputHandler,
): Required<Pick<ConsumerOptions, 'isUnrelated' | 'concurrencyKeyOf' | 'isExclusive'>> {
  return {
    isUnrelated: (record, lane) =>
      handler.input === 'inspection.requested' && !handler.accepts(operationOf(handler, record, lane)),
    concurrencyKeyOf(record, lane) {
      const decoded = decodeRecord(record)
      return 'reason' in decoded ? null : handler.concurrencyKeyOf(decoded.event, lane) || null
    },
    isExclusive(record, lane) {
      if (handler.isExclusive === undefined || lane !== 'interactive') return false
      const operation = operationOf(handler, record, lane)
      return operation !== null && handler.isExclusive(operation)
    },
  }
}
