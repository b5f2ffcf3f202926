import type { AuditMaterial } from '#shared/audit/material.ts'
import { makeAttachments } from '#shared/messages/attached.ts'
import { carry, type Put } from '#shared/messages/carried.ts'
import { type CloudEvent, toRecord } from '#shared/messages/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/inspection.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { valueName } from '#shared/messages/intermediate.ts'
import { type JsonNamed, jsonIn } from '#shared/messages/json-carried.ts'
import { bodyIn, type Named, workInspection } from '#shared/messages/page-fetched.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.extracted.*`: internal, may change. In version 1 the body is in the material, and `json` is that. */
interface PageExtractedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly body?: Named
  readonly material: JsonNamed
}

/** The body is passed on as it came. Rejects as `put` does. */
export async function pageExtractedRecord(
  put: Put,
  request: InspectionRequested,
  material: AuditMaterial,
): Promise<NewRecord> {
  const topic = workTopic('page.extracted', request.lane)
  const { operation, parameters } = request
  const { body, ...page } = material.page
  const id = `${request.id}:extracted`
  const value = await carry(put, valueName(id), [Buffer.from(JSON.stringify({ ...material, page }))])
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
  material(objects: Pick<ObjectStore, 'get'>): Promise<AuditMaterial>
}

/** Reads the event back; throws when it is not ours. */
export function readPageExtracted(event: CloudEvent, lane: Lane): PageExtracted {
  const { request, body, material } = JSON.parse(event.json ?? '') as PageExtractedData
  return {
    request: { ...workInspection(event, lane), ...request, url: request.parameters.url },
    async material(objects) {
      const read = (await jsonIn(event, material, objects)) as AuditMaterial
      return body === undefined ? read : { ...read, page: { ...read.page, body: bodyIn(event, body) } }
    },
  }
}
