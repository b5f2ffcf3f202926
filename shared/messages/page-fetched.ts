import { type CloudEvent, toRecord } from '#shared/messages/cloud-event.ts'
import { expiryOf, type Inspection, inspectionEvent, tenantOf, traceOf } from '#shared/messages/inspection.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { type Lane, workTopic } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/** One redirect that was followed. */
export interface Redirect {
  readonly url: string
  readonly status: number
  /** Absolute. */
  readonly location: string
}

/** A page as it was fetched. */
export interface PageFetched {
  readonly finalUrl: string
  readonly status: number
  /** Names in lower case, values in the order they came. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly redirects: readonly Redirect[]
  /** ISO 8601. */
  readonly fetchedAt: string
  /** RFC 9309's verdict for Googlebot; null when it was not asked for. */
  readonly robotsAllowed: boolean | null
  /** The decompressed body in base64, or the name of the object that holds it, and how many bytes it has. */
  readonly body: { readonly base64: string } | { readonly object: string; readonly bytes?: number }
  /** The body is not whole: its compressed stream ended early. Null, like the next two, when nobody noted it. */
  readonly isCut: boolean | null
  /** What the last connection spoke. */
  readonly httpVersion: '1.1' | '2' | null
  /** Milliseconds from asking the final URL to the headers of its answer, connecting included, redirects before it not. */
  readonly ttfbMs: number | null
}

/** What events of version 1.0 do not tell. */
const unnoted: Pick<PageFetched, 'isCut' | 'httpVersion' | 'ttfbMs'> = {
  isCut: null,
  httpVersion: null,
  ttfbMs: null,
}

/** Value of `page.fetched.*`: internal, may change. */
interface PageFetchedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly page: PageFetched
}

export function pageFetchedRecord(request: InspectionRequested, page: PageFetched): NewRecord {
  const topic = workTopic('page.fetched', request.lane)
  const { operation, parameters } = request
  const json = JSON.stringify({ request: { operation, parameters }, page } satisfies PageFetchedData)
  return toRecord(topic, inspectionEvent(topic, `${request.id}:fetched`, request, json))
}

/** Reads the event back; throws when it is not ours. */
export function readPageFetched(
  event: CloudEvent,
  lane: Lane,
): { request: InspectionRequested; page: PageFetched } {
  const { request, page } = JSON.parse(event.json ?? '') as PageFetchedData
  return {
    request: { ...workInspection(event, lane), ...request, url: request.parameters.url },
    page: { ...unnoted, ...page },
  }
}

/** What the attributes of an internal event say about its inspection. */
export function workInspection(event: CloudEvent, lane: Lane): Inspection {
  return {
    id: event.subject,
    operation: null,
    lane,
    parameters: null,
    url: '',
    expiresAt: expiryOf(event),
    traceparent: traceOf(event),
    timing: event.attributes.timing ?? '',
    ...tenantOf(event),
  }
}
