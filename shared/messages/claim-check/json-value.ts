import { type AttachedValue, readAttached } from '#shared/messages/claim-check/attachments.ts'
import { loadValue, type StoredValue } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** How the JSON of an event refers to a JSON value; in version 1 it may hold the text itself. */
export type JsonReference = AttachedValue | StoredValue | { readonly json: string }

/** Far more than a value of an audit or measurement can have. */
const MAX_BYTES = 64 * 1024 * 1024

/** Loads and parses the JSON value of an event. Rejects as `loadValue` does. */
export async function loadJson(
  { attached }: CloudEvent,
  reference: JsonReference,
  objects: Pick<ObjectStore, 'get'>,
): Promise<unknown> {
  if ('json' in reference) return JSON.parse(reference.json)
  const bytes = await loadValue(objects, readAttached(attached ?? Buffer.alloc(0), reference), MAX_BYTES)
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
}
