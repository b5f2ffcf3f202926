import { makeAttachments } from '#shared/messages/claim-check/attachments.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import {
  type JsonReference,
  loadJson,
  pageRecord,
  readPageEvent,
  storeJson,
} from '#shared/messages/events/page-event.ts'
import { type BodyReference, readBody } from '#shared/messages/events/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.extracted.*`. Internal, may change. In version 1 `json` holds the audit input with the body. */
interface PageExtractedData {
  readonly body?: BodyReference
  readonly material: JsonReference
}

/** The record of an extracted page. The body is forwarded as it arrived. Rejects as `put` does. */
export async function pageExtractedRecord(
  put: PutObject,
  request: InspectionRequested,
  material: AuditInput,
): Promise<NewRecord> {
  const { body, ...page } = material.page
  const value = await storeJson(put, request, 'page.extracted', { ...material, page })
  const attachments = makeAttachments()
  const data: PageExtractedData = {
    body: 'base64' in body ? body : attachments.add(body),
    material: attachments.add(value),
  }
  return pageRecord('page.extracted', request, data, attachments)
}

export interface PageExtracted {
  readonly request: InspectionRequested
  auditInput(objects: Pick<ObjectStore, 'get'>): Promise<AuditInput>
}

/** Reads the event; throws when it is not one of ours. */
export function readPageExtracted(event: CloudEvent, lane: Lane): PageExtracted {
  const { request, data } = readPageEvent<PageExtractedData>(event, lane)
  const { body, material } = data
  return {
    request,
    async auditInput(objects) {
      const read = (await loadJson(event, material, objects)) as AuditInput
      return body === undefined ? read : { ...read, page: { ...read.page, body: readBody(event, body) } }
    },
  }
}
