import type { ObjectStore } from '#shared/ports/object-store.ts'

/** The text of a value that was too large to travel, as `dataref` names it; null when it has expired. */
export async function readLarge(objects: ObjectStore, dataref: string): Promise<string | null> {
  const object = await objects.get(`bodies/${dataref.split('/').at(-1)}`)
  return object?.body.toString('utf8') ?? null
}
