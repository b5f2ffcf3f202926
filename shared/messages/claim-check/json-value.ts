import { type AttachedValue, readAttached } from '#shared/messages/claim-check/attachments.ts'
import { loadValue, type StoredValue } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** How the JSON of an event names a value that is JSON; in version 1 it may be the text itself. */
export type JsonReference = AttachedValue | StoredValue | { readonly json: string }

/** Far more than the limits of audits and measurements let a value have. */
const MAX_BYTES = 64 * 1024 * 1024

/** The value that the JSON of an event names. Rejects as `carried` does. */
export async function loadJson(
  { attached }: CloudEvent,
  reference: JsonReference,
  objects: Pick<ObjectStore, 'get'>,
): Promise<unknown> {
  if ('json' in reference) return JSON.parse(reference.json)
  const bytes = await loadValue(objects, readAttached(attached ?? Buffer.alloc(0), reference), MAX_BYTES)
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
}
