import { createHash } from 'node:crypto'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { logPosition, releasedRecord } from '#shared/messages/events/deferred.ts'
import { inspectionFromEvent, tenantFromEvent } from '#shared/messages/events/inspection.ts'
import { describeRequest, parseRequest } from '#shared/messages/events/inspection-requested.ts'
import { outcomeOf } from '#shared/messages/events/outcome.ts'
import { readPageExtracted } from '#shared/messages/events/page-extracted.ts'
import { loadBody, type PageFetched, readPageFetched } from '#shared/messages/events/page-fetched.ts'
import { readPageRendered } from '#shared/messages/events/page-rendered.ts'
import { admittedId } from '#shared/messages/request-ids.ts'
import { DEAD_LETTER, DEFERRED, type Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/**
 * The facts that the current readers find in a record, as plain data. The body of a page appears as its length and
 * its SHA-256.
 */
export async function meaningOf(record: LogRecord, objects: Pick<ObjectStore, 'get'>): Promise<unknown> {
  const meaning = await read(record, objects as ObjectStore)
  return JSON.parse(JSON.stringify(meaning))
}

async function read(record: LogRecord, objects: ObjectStore): Promise<unknown> {
  const decoded = fromRecord(record)
  if (record.topic === DEAD_LETTER) return deadLetterOf(record)
  if ('reason' in decoded) return decoded
  const { event } = decoded
  const lane: Lane = record.topic.endsWith('.interactive') ? 'interactive' : 'batch'
  const step = record.topic.replace(`.${lane}`, '')
  if (step === 'inspection.requested') return requestOf(record, event, lane)
  if (record.topic === DEFERRED) return deferredOf(record, event)
  if (step === 'page.fetched') return fetchedOf(event, lane, objects)
  if (step === 'page.extracted') return extractedOf(event, lane, objects)
  if (step === 'page.rendered') return renderedOf(event, lane, objects)
  return outcomeIn(record, event, objects)
}

function requestOf(record: LogRecord, event: CloudEvent, lane: Lane) {
  const admitted = admittedId(record, event)
  try {
    const request = parseRequest(event, lane)
    return admitted === event.id ? request : { request, admitted }
  } catch (error) {
    return { refused: (error as Error).message, outline: describeRequest(event, lane) }
  }
}

function deferredOf(record: LogRecord, event: CloudEvent) {
  const { topic, headers } = releasedRecord(record)
  return {
    request: parseRequest(event, 'batch'),
    place: logPosition(record),
    topic,
    headers: Object.keys(headers),
  }
}

async function fetchedOf(event: CloudEvent, lane: Lane, objects: ObjectStore) {
  const { request, page } = readPageFetched(event, lane)
  return { request, page: { ...page, body: await bodyOf(page, objects) } }
}

async function extractedOf(event: CloudEvent, lane: Lane, objects: ObjectStore) {
  const { request, auditInput: load } = readPageExtracted(event, lane)
  const material = await load(objects)
  return {
    request,
    material: { ...material, page: { ...material.page, body: await bodyOf(material.page, objects) } },
  }
}

async function renderedOf(event: CloudEvent, lane: Lane, objects: ObjectStore) {
  const { request, measurement } = readPageRendered(event, lane)
  return { request, measurement: await measurement(objects) }
}

async function outcomeIn(record: LogRecord, event: CloudEvent, objects: ObjectStore) {
  const outcome = outcomeOf(record, event)
  const text = outcome.dataref === null ? outcome.json : await loadLarge(objects, outcome.dataref)
  const value = outcome.dataref === null ? JSON.parse(outcome.json) : digestOf(Buffer.from(text ?? ''))
  const { id, subject, attributes } = event
  const { requestId, requestSource } = inspectionFromEvent(event, 'batch')
  return {
    id,
    subject,
    lane: attributes.lane,
    ...tenantFromEvent(event),
    ...(requestId !== undefined && { requestId, requestSource }),
    ...(outcome.dataref !== null && outcome.json !== '' && { inPlace: JSON.parse(outcome.json) }),
    outcome: { ...outcome, json: '' },
    value,
  }
}

function deadLetterOf({ key, value, headers }: LogRecord) {
  const texts = Object.entries(headers).map(([name, text]) => [name, text.toString()])
  return {
    key: key?.toString() ?? null,
    value: value?.toString() ?? null,
    headers: Object.fromEntries(texts),
  }
}

async function bodyOf(page: PageFetched, objects: Pick<ObjectStore, 'get'>) {
  return digestOf(await loadBody(objects, page, Number.MAX_SAFE_INTEGER))
}

function digestOf(bytes: Uint8Array) {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
