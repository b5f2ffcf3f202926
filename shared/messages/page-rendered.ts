import type { Measurement } from '#shared/lab/measurement.ts'
import { type Carried, carried, carry } from '#shared/messages/carried.ts'
import { type CloudEvent, toRecord } from '#shared/messages/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/inspection.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { workInspection } from '#shared/messages/page-fetched.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Value of `page.rendered.*`: internal, may change. */
interface PageRenderedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly measurement: Carried
}

export async function pageRenderedRecord(
  objects: ObjectStore,
  request: InspectionRequested,
  measurement: Measurement,
): Promise<NewRecord> {
  const topic = workTopic('page.rendered', request.lane)
  const { operation, parameters } = request
  const data: PageRenderedData = {
    request: { operation, parameters },
    measurement: await carry(objects, `${request.id}:rendered`, JSON.stringify(measurement)),
  }
  return toRecord(topic, inspectionEvent(topic, `${request.id}:rendered`, request, JSON.stringify(data)))
}

export interface PageRendered {
  readonly request: InspectionRequested
  measurement(objects: ObjectStore): Promise<Measurement>
}

/** Reads the event back; throws when it is not ours. */
export function readPageRendered(event: CloudEvent, lane: Lane): PageRendered {
  const { request, measurement } = JSON.parse(event.json ?? '') as PageRenderedData
  return {
    request: { ...workInspection(event, lane), ...request, url: request.parameters.url },
    measurement: async (objects) => JSON.parse(await carried(objects, measurement)) as Measurement,
  }
}
