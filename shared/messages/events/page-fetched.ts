import {
  type AttachedValue,
  makeAttachments,
  readAttached,
} from '#shared/messages/claim-check/attachments.ts'
import { type ClaimCheck, loadValue, type StoredValue } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageRecord, readPageEvent } from '#shared/messages/events/page-event.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

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

/** How the JSON of an event refers to a body. */
export type BodyReference = AttachedValue | StoredValue | { readonly base64: string }

/** Value of `page.fetched.*`. Internal, may change. */
interface PageFetchedData {
  readonly page: Omit<PageFetched, 'body'> & { readonly body: BodyReference }
}

/** The record of a fetched page. */
export function pageFetchedRecord(request: InspectionRequested, page: PageFetched): NewRecord {
  const attachments = makeAttachments()
  const body = 'base64' in page.body ? page.body : attachments.add(page.body)
  const data: PageFetchedData = { page: { ...page, body } }
  return pageRecord('page.fetched', request, data, attachments)
}

/** The body to which the JSON of an event refers. */
export function readBody(event: CloudEvent, reference: BodyReference): PageFetched['body'] {
  return 'base64' in reference ? reference : readAttached(event, reference)
}

/** Reads the event; throws when it is not one of ours. */
export function readPageFetched(
  event: CloudEvent,
  lane: Lane,
): { readonly request: InspectionRequested; readonly page: PageFetched } {
  const { request, data } = readPageEvent<PageFetchedData>(event, lane)
  return { request, page: { ...unknownFields, ...data.page, body: readBody(event, data.page.body) } }
}

/** Loads the body of a page into a buffer of its own. Rejects as `loadValue` does. */
export async function loadBody(
  objects: Pick<ObjectStore, 'get'>,
  { body }: Pick<PageFetched, 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  if ('base64' in body) return new Uint8Array(Buffer.from(body.base64, 'base64'))
  return loadValue(objects, body, maxBytes)
}
