import {
  type AttachedValue,
  makeAttachments,
  readAttached,
} from '#shared/messages/claim-check/attachments.ts'
import type { ClaimCheck, StoredValue } from '#shared/messages/claim-check/claim-check.ts'
import { type CloudEvent, toRecord } from '#shared/messages/events/cloud-event.ts'
import {
  expiryOf,
  type Inspection,
  inspectionEvent,
  tenantFromEvent,
  traceparentOf,
} from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
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
  /** Header names in lower case, values in the order of their lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly redirects: readonly Redirect[]
  /** ISO 8601. */
  readonly fetchedAt: string
  /** Whether robots.txt allows Googlebot (RFC 9309); null when it was not requested. */
  readonly robotsAllowed: boolean | null
  /** The decoded body; in base64 in version 1 of the event. */
  readonly body: ClaimCheck | { readonly base64: string }
  /** The body is truncated: its compressed stream ended early. Null, like the next two fields, = unknown. */
  readonly isCut: boolean | null
  /** HTTP version of the last connection. */
  readonly httpVersion: '1.1' | '2' | null
  /** Milliseconds from the request of the final URL (with its connection, without redirects) to the response headers. */
  readonly ttfbMs: number | null
}

/** Fields that events of version 1.0 do not have. */
const unknownFields: Pick<PageFetched, 'isCut' | 'httpVersion' | 'ttfbMs'> = {
  isCut: null,
  httpVersion: null,
  ttfbMs: null,
}

/** Value of `page.fetched.*`. Internal, may change. */
interface PageFetchedData {
  readonly request: Pick<InspectionRequested, 'operation' | 'parameters'>
  readonly page: Omit<PageFetched, 'body'> & { readonly body: BodyReference }
}

/** How the JSON of an event refers to a body. */
export type BodyReference = AttachedValue | StoredValue | { readonly base64: string }

/** The record of a fetched page. */
export function pageFetchedRecord(request: InspectionRequested, page: PageFetched): NewRecord {
  const topic = workTopic('page.fetched', request.lane)
  const { operation, parameters } = request
  const attachments = makeAttachments()
  const body = 'base64' in page.body ? page.body : attachments.add(page.body)
  const data: PageFetchedData = { request: { operation, parameters }, page: { ...page, body } }
  const id = `${request.id}:fetched`
  return toRecord(topic, inspectionEvent(topic, id, request, JSON.stringify(data), attachments.bytes()))
}

/** The body to which the JSON of an event refers. */
export function readBody({ attached }: CloudEvent, reference: BodyReference): PageFetched['body'] {
  return 'base64' in reference ? reference : readAttached(attached ?? Buffer.alloc(0), reference)
}

/** Reads the event; throws when it is not one of ours. */
export function readPageFetched(
  event: CloudEvent,
  lane: Lane,
): { request: InspectionRequested; page: PageFetched } {
  const { request, page } = JSON.parse(event.json ?? '') as PageFetchedData
  return {
    request: { ...inspectionFromEvent(event, lane), ...request, url: request.parameters.url },
    page: { ...unknownFields, ...page, body: readBody(event, page.body) },
  }
}

/** The inspection of an internal event, from its attributes. */
export function inspectionFromEvent(event: CloudEvent, lane: Lane): Inspection {
  return {
    id: event.subject,
    operation: null,
    lane,
    parameters: null,
    url: '',
    expiresAt: expiryOf(event),
    traceparent: traceparentOf(event),
    timing: event.attributes.timing ?? '',
    ...tenantFromEvent(event),
  }
}
