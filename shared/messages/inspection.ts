import { createHash } from 'node:crypto'
import type { Operation } from '#shared/errors.ts'
import { type CloudEvent, SOURCE } from '#shared/messages/cloud-event.ts'
import { eventType, hostKey, type Lane } from '#shared/messages/topics.ts'

/** What travels with an inspection from its request to its outcome. */
export interface Inspection {
  readonly id: string
  readonly operation: Operation | null
  readonly lane: Lane
  /** As the feeder gave them; with defaults filled in once they were checked. */
  readonly parameters: unknown
  /** The target in the caller's spelling; '' when the request had none. */
  readonly url: string
  /** When it is of no use any more, in milliseconds since the epoch; null = never. */
  readonly expiresAt: number | null
  readonly traceparent: string | null
  /**
   * Who asked for it, as `tenantIdOf` gives it: whose turn it takes in a queue, and who may see its outcome. Absent for a
   * feeder's request.
   */
  readonly tenant?: string
  /** Milliseconds spent on the target so far, by step: `Server-Timing` syntax (W3C Server Timing, section 2). */
  readonly timing: string
}

/** The context attributes of an inspection's events, whose key is `partitionkey`. */
function attributesOf(inspection: Inspection, partitionkey: string): Record<string, string> {
  return {
    time: new Date().toISOString(),
    partitionkey,
    lane: inspection.lane,
    ...(inspection.operation && { operation: inspection.operation }),
    ...(inspection.expiresAt !== null && { expirytime: new Date(inspection.expiresAt).toISOString() }),
    ...(inspection.traceparent && { traceparent: inspection.traceparent }),
    ...(inspection.timing && { timing: inspection.timing }),
    ...(inspection.tenant && { tenant: inspection.tenant }),
  }
}

/**
 * An event of an inspection. Its id derives from the inspection's and the step, so that a repeat of the step gives the
 * same event and consumers can drop it.
 */
export function inspectionEvent(
  topic: string,
  id: string,
  inspection: Inspection,
  json: string | null,
  attached?: Buffer,
): CloudEvent {
  const key = hostKey(inspection.url)
  return {
    id,
    source: SOURCE,
    type: eventType(topic),
    subject: inspection.id,
    key,
    attributes: attributesOf(inspection, key),
    json,
    ...(attached && { attached }),
  }
}

const TENANT_DIGITS = 32

/** The name of an owner in events: the same for all that one owner asks for (128 bits in hex), and it tells nobody who that is. */
export function tenantIdOf(owner: string): string {
  return createHash('sha256').update(owner).digest('hex').slice(0, TENANT_DIGITS)
}

/** Who asked for what an event continues: part of an inspection that an event continues. */
export function tenantFromEvent({ attributes: { tenant } }: CloudEvent): Pick<Inspection, 'tenant'> {
  return tenant === undefined ? {} : { tenant }
}

/** Adds a step's duration to the timing of an inspection. */
export function withTiming(inspection: Inspection, step: string, milliseconds: number): Inspection {
  const entry = `${step};dur=${milliseconds.toFixed(1)}`
  return { ...inspection, timing: inspection.timing ? `${inspection.timing}, ${entry}` : entry }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** The moment an event expires; null when it doesn't, or says so in a form that is no RFC 3339 time. */
export function expiryOf({ attributes: { expirytime = '' } }: CloudEvent): number | null {
  const time = RFC_3339.test(expirytime) ? Date.parse(expirytime.toUpperCase()) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** W3C Trace Context, section 3.2: a version, and neither id all zero. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace an event belongs to; null when it names none, or in a form that is none. */
export function traceparentOf({ attributes: { traceparent = '' } }: CloudEvent): string | null {
  return TRACEPARENT.test(traceparent) ? traceparent : null
}
