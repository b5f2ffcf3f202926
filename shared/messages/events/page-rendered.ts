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
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** The record of a measured page. Rejects as `put` does. */
export async function pageRenderedRecord(
  put: PutObject,
  request: InspectionRequested,
  measurement: Measurement,
): Promise<NewRecord> {
  const attachments = makeAttachments()
  const value = await storeJson(put, request, 'page.rendered', measurement)
  return pageRecord('page.rendered', request, { measurement: attachments.add(value) }, attachments)
}

export interface PageRendered {
  readonly request: InspectionRequested
  measurement(objects: Pick<ObjectStore, 'get'>): Promise<Measurement>
}

/** Reads the event; throws when it is not one of ours. */
export function readPageRendered(event: CloudEvent, lane: Lane): PageRendered {
  const { request, data } = readPageEvent<{ readonly measurement: JsonReference }>(event, lane)
  return {
    request,
    measurement: async (objects) => (await loadJson(event, data.measurement, objects)) as Measurement,
  }
}
