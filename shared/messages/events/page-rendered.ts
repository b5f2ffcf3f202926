import { makeAttachments } from '#shared/messages/claim-check/attachments.ts'
import { type PutObject, storeValue } from '#shared/messages/claim-check/claim-check.ts'
import { type JsonReference, loadJson } from '#shared/messages/claim-check/json-value.ts'
import { valueName } from '#shared/messages/claim-check/object-names.ts'
import { type CloudEvent, toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { inspectionFromEvent } from '#shared/messages/events/page-fetched.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.rendered.*`. Internal, may change. */
interface PageRenderedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly measurement: JsonReference
}

/** The record of a measured page. Rejects as `put` does. */
export async function pageRenderedRecord(
  put: PutObject,
  request: InspectionRequested,
  measurement: Measurement,
): Promise<NewRecord> {
  const topic = workTopic('page.rendered', request.lane)
  const { operation, parameters } = request
  const id = `${request.id}:rendered`
  const value = await storeValue(put, valueName(id), [Buffer.from(JSON.stringify(measurement))])
  const attachments = makeAttachments()
  const data: PageRenderedData = {
    request: { operation, parameters },
    measurement: attachments.add(value),
  }
  return toRecord(topic, inspectionEvent(topic, id, request, JSON.stringify(data), attachments.bytes()))
}

export interface PageRendered {
  readonly request: InspectionRequested
  measurement(objects: Pick<ObjectStore, 'get'>): Promise<Measurement>
}

/** Reads the event; throws when it is not one of ours. */
export function readPageRendered(event: CloudEvent, lane: Lane): PageRendered {
  const { request, measurement } = JSON.parse(event.json ?? '') as PageRenderedData
  return {
    request: { ...inspectionFromEvent(event, lane), ...request, url: request.parameters.url },
    measurement: async (objects) => (await loadJson(event, measurement, objects)) as Measurement,
  }
}
