import { valueName } from '#shared/messages/intermediate.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** A value inside an internal event, or the name of the object that holds it (claim check). */
export type Carried = { readonly json: string } | { readonly object: string }

/** Values over this many bytes travel by reference, so that every record stays under the log's limit. */
const INLINE_BYTES = 256 * 1024

/**
 * Puts a large value into the object store; `id` names it, so that a repeat of the step writes the same object. Whoever
 * knows the inspection could work the name out, so it is none of those that are served to anybody (`<hash>.json`).
 */
export async function carry(objects: ObjectStore, id: string, json: string): Promise<Carried> {
  if (Buffer.byteLength(json) <= INLINE_BYTES) return { json }
  const object = valueName(id)
  await objects.put(object, Buffer.from(json), 'application/json')
  return { object }
}

/** The value as JSON text. Throws when its object is not stored any more. */
export async function carried(objects: ObjectStore, value: Carried): Promise<string> {
  if ('json' in value) return value.json
  const object = await objects.get(value.object)
  if (object === null) throw new Error('the value of the event is not stored any more')
  return Buffer.from(object.body).toString('utf8')
}
