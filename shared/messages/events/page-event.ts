import {
  type AttachedValue,
  type Attachments,
  readAttached,
} from '#shared/messages/claim-check/attachments.ts'
import {
  type ClaimCheck,
  loadValue,
  type PutObject,
  type StoredValue,
  storeValue,
} from '#shared/messages/claim-check/claim-check.ts'
import { valueName } from '#shared/messages/claim-check/object-names.ts'
import { type CloudEvent, toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent, inspectionFromEvent } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { type Lane, type WorkStep, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** The steps whose events carry a page from one stage to the next. Their values are internal, and may change. */
type PageStep = Exclude<WorkStep, 'inspection.requested'>

interface PageEvent {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
}

function eventId({ id }: InspectionRequested, step: PageStep): string {
  return `${id}:${step.replace('page.', '')}`
}

/** The record of a step's event. Its value is the request and `data`, which refers to the attached values. */
export function pageRecord(
  step: PageStep,
  request: InspectionRequested,
  data: object,
  attachments: Attachments,
): NewRecord {
  const topic = workTopic(step, request.lane)
  const { operation, parameters } = request
  const json = JSON.stringify({ request: { operation, parameters }, ...data })
  return toRecord(topic, inspectionEvent(topic, eventId(request, step), request, json, attachments.bytes()))
}

/** Reads the request and the data of a step's event; throws when it is not one of ours. */
export function readPageEvent<Data>(
  event: CloudEvent,
  lane: Lane,
): { readonly request: InspectionRequested; readonly data: Data } {
  const { request, ...data } = JSON.parse(event.json ?? '') as PageEvent
  const inspection = inspectionFromEvent(event, lane)
  return { request: { ...inspection, ...request, url: request.parameters.url }, data: data as Data }
}

/** How the JSON of an event refers to a JSON value; in version 1 it may hold the text itself. */
export type JsonReference = AttachedValue | StoredValue | { readonly json: string }

/** Far more than a value of an audit or measurement can have. */
const MAX_BYTES = 64 * 1024 * 1024

/** Compresses a JSON value for a step's event, and stores it when it is large. Rejects as `put` does. */
export function storeJson(
  put: PutObject,
  request: InspectionRequested,
  step: PageStep,
  value: unknown,
): Promise<ClaimCheck> {
  return storeValue(put, valueName(eventId(request, step)), [Buffer.from(JSON.stringify(value))])
}

/** Loads and parses a JSON value of an event. Rejects as `loadValue` does. */
export async function loadJson(
  event: Pick<CloudEvent, 'attached'>,
  reference: JsonReference,
  objects: Pick<ObjectStore, 'get'>,
): Promise<unknown> {
  if ('json' in reference) return JSON.parse(reference.json)
  const bytes = await loadValue(objects, readAttached(event, reference), MAX_BYTES)
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
}
