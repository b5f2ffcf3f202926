import { makeAttachments } from '#shared/messages/claim-check/attachments.ts'
import { type PutObject, storeValue } from '#shared/messages/claim-check/claim-check.ts'
import { type JsonReference, loadJson } from '#shared/messages/claim-check/json-value.ts'
import { valueName } from '#shared/messages/claim-check/object-names.ts'
import { type CloudEvent, toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { type BodyReference, inspectionFromEvent, readBody } from '#shared/messages/events/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.extracted.*`. Internal, may change. In version 1 `json` holds the audit input with the body. */
interface PageExtractedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly body?: BodyReference
  readonly material: JsonReference
}

/** The record of an extracted page. The body is forwarded as it arrived. Rejects as `put` does. */
export async function pageExtractedRecord(
  put: PutObject,
  request: InspectionRequested,
  material: AuditInput,
): Promise<NewRecord> {
  const topic = workTopic('page.extracted', request.lane)
  const { operation, parameters } = request
  const { body, ...page } = material.page
  const id = `${request.id}:extracted`
  const value = await storeValue(put, valueName(id), [Buffer.from(JSON.stringify({ ...material, page }))])
  const attachments = makeAttachments()
  const data: PageExtractedData = {
    request: { operation, parameters },
    body: 'base64' in body ? body : attachments.add(body),
    material: attachments.add(value),
  }
  return toRecord(topic, inspectionEvent(topic, id, request, JSON.stringify(data), attachments.bytes()))
}

export interface PageExtracted {
  readonly request: InspectionRequested
  auditInput(objects: Pick<ObjectStore, 'get'>): Promise<AuditInput>
}

/** Reads the event; throws when it is not one of ours. */
export function readPageExtracted(event: CloudEvent, lane: Lane): PageExtracted {
  const { request, body, material } = JSON.parse(event.json ?? '') as PageExtractedData
  return {
    request: { ...inspectionFromEvent(event, lane), ...request, url: request.parameters.url },
    async auditInput(objects) {
      const read = (await loadJson(event, material, objects)) as AuditInput
      return body === undefined ? read : { ...read, page: { ...read.page, body: readBody(event, body) } }
    },
  }
}
