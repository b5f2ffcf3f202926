import { hash } from 'node:crypto'
import type { Operation } from '#shared/errors.ts'
import { type CloudEvent, SOURCE } from '#shared/messages/events/cloud-event.ts'
import { eventType, hostKey, isOutcomeTopic, type Lane } from '#shared/messages/topics.ts'

/** The data that accompany an inspection from its request to its outcome. */
export interface Inspection {
  readonly id: string
  readonly operation: Operation | null
  readonly lane: Lane
  /** As the producer sent them; with defaults once they are validated. */
  readonly parameters: unknown
  /** The target as the caller wrote it; '' when the request had none. */
  readonly url: string
  /** The deadline in milliseconds since the epoch; null = none. */
  readonly expiresAt: number | null
  readonly traceparent: string | null
  /**
   * Tenant id of the caller (`tenantIdOf`): for fair scheduling, and for access to the outcome. Absent in requests of
   * external producers.
   */
  readonly tenant?: string
  /** Of items of batches: how their requests treat hosts, as `encodePoliteness` writes it. Absent = as the installation sets it. */
  readonly politeness?: string
  /** Of requests of feeders: the id and source of the event that asked for it. No source = it had none, or a very long one. */
  readonly requestId?: string
  readonly requestSource?: string
  /** Milliseconds spent on the target by step, in `Server-Timing` syntax (W3C Server Timing, section 2). */
  readonly timing: string
}

/** The context attributes of an inspection's events. */
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
    ...(inspection.politeness && { politeness: inspection.politeness }),
    ...(inspection.requestId && { requestid: inspection.requestId }),
    ...(inspection.requestSource && { requestsource: inspection.requestSource }),
  }
}

/**
 * The record key of an inspection's events. Work on one host meets in one partition, but for interactive work: each call is
 * keyed by its inspection, since the calls for one host are spread over all processes. Outcomes are ordered by host.
 */
function eventKey(topic: string, { id, lane, url }: Inspection): string {
  return lane === 'interactive' && !isOutcomeTopic(topic) ? id : hostKey(url)
}

/**
 * An event of an inspection. Its id derives from the inspection and the step, so that a repetition of the step makes the
 * same event and consumers can drop it.
 */
export function inspectionEvent(
  topic: string,
  id: string,
  inspection: Inspection,
  json: string | null,
  attached?: Buffer,
): CloudEvent {
  const key = eventKey(topic, inspection)
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

/** Tenant id of an owner in events (128 bits of SHA-256 in hex). It is stable and does not reveal the owner. */
export function tenantIdOf(owner: string): string {
  return hash('sha256', owner).slice(0, TENANT_DIGITS)
}

/** The tenant of an event, as a part of its inspection. */
export function tenantFromEvent({ attributes: { tenant } }: CloudEvent): Pick<Inspection, 'tenant'> {
  return tenant === undefined ? {} : { tenant }
}

/** Appends the duration of a step to the timing of an inspection. */
export function withTiming(inspection: Inspection, step: string, milliseconds: number): Inspection {
  const entry = `${step};dur=${milliseconds.toFixed(1)}`
  return { ...inspection, timing: inspection.timing ? `${inspection.timing}, ${entry}` : entry }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** The deadline of an event in milliseconds since the epoch; null without a valid RFC 3339 time. */
export function expiryOf({ attributes: { expirytime = '' } }: CloudEvent): number | null {
  const time = RFC_3339.test(expirytime) ? Date.parse(expirytime.toUpperCase()) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** W3C Trace Context, section 3.2: a known version, and neither id is all zero. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The valid `traceparent` of an event; null without one. */
function traceparentOf({ attributes: { traceparent = '' } }: CloudEvent): string | null {
  return TRACEPARENT.test(traceparent) ? traceparent : null
}

/** The inspection of an event, as far as its attributes tell. */
export function inspectionFromEvent(event: CloudEvent, lane: Lane): Inspection {
  const { politeness, requestid, requestsource } = event.attributes
  return {
    id: event.subject,
    operation: null,
    lane,
    parameters: null,
    url: '',
    expiresAt: expiryOf(event),
    traceparent: traceparentOf(event),
    timing: event.attributes.timing ?? '',
    ...tenantFromEvent(event),
    ...(politeness !== undefined && { politeness }),
    ...(requestid !== undefined && { requestId: requestid }),
    ...(requestsource !== undefined && { requestSource: requestsource }),
  }
}
