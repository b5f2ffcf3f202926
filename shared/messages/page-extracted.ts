import type { AuditMaterial } from '#shared/audit/material.ts'
import { type Carried, carried, carry } from '#shared/messages/carried.ts'
import { type CloudEvent, toRecord } from '#shared/messages/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/inspection.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { workInspection } from '#shared/messages/page-fetched.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.extracted.*`: internal, may change. */
interface PageExtractedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly material: Carried
}

export async function pageExtractedRecord(
  objects: ObjectStore,
  request: InspectionRequested,
  material: AuditMaterial,
): Promise<NewRecord> {
  const topic = workTopic('page.extracted', request.lane)
  const { operation, parameters } = request
  const data: PageExtractedData = {
    request: { operation, parameters },
    material: await carry(objects, `${request.id}:extracted`, JSON.stringify(material)),
  }
  return toRecord(topic, inspectionEvent(topic, `${request.id}:extracted`, request, JSON.stringify(data)))
}

export interface PageExtracted {
  readonly request: InspectionRequested
  material(objects: ObjectStore): Promise<AuditMaterial>
}

/** Reads the event back; throws when it is not ours. */
export function readPageExtracted(event: CloudEvent, lane: Lane): PageExtracted {
  const { request, material } = JSON.parse(event.json ?? '') as PageExtractedData
  return {
    request: { ...workInspection(event, lane), ...request, url: request.parameters.url },
    material: async (objects) => JSON.parse(await carried(objects, material)) as AuditMaterial,
  }
}
