import { type Attached, valueIn } from '#shared/messages/attached.ts'
import { carried, type Stored } from '#shared/messages/carried.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** How the JSON of an event names a value that is JSON; in version 1 it may be the text itself. */
export type JsonNamed = Attached | Stored | { readonly json: string }

/** Far more than the limits of audits and measurements let a value have. */
const MAX_BYTES = 64 * 1024 * 1024

/** The value that the JSON of an event names. Rejects as `carried` does. */
export async function jsonIn(
  { attached }: CloudEvent,
  named: JsonNamed,
  objects: Pick<ObjectStore, 'get'>,
): Promise<unknown> {
  if ('json' in named) return JSON.parse(named.json)
  const bytes = await carried(objects, valueIn(attached ?? Buffer.alloc(0), named), MAX_BYTES)
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
}
