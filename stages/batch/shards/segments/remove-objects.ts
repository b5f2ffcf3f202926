import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ShardStore } from '../shard-store.ts'

export interface ObjectRemovalOptions {
  readonly store: Pick<ShardStore, 'uselessObjects' | 'forgetObjects'>
  readonly objects: Pick<ObjectStore, 'remove'>
}

/** Objects that one call removes, all at the same time. */
const OBJECTS_AT_ONCE = 16

/**
 * One step of removing the objects of batches that are gone. Resolves with whether there may be more. Rejects with
 * `SERVICE_UNAVAILABLE` while the object store is unavailable or the disk is full; the objects are named again then.
 */
export async function removeObjects({ store, objects }: ObjectRemovalOptions): Promise<boolean> {
  const useless = store.uselessObjects(OBJECTS_AT_ONCE)
  if (useless.length === 0) return false
  await Promise.all(useless.map((object) => objects.remove(object)))
  await store.forgetObjects(useless)
  return useless.length === OBJECTS_AT_ONCE
}
