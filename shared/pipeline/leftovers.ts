import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { intermediateObjects } from '#shared/messages/intermediate.ts'
import type { Ending } from '#shared/pipeline/stage-watch.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

const ends: ReadonlySet<Ending['way']> = new Set(['concluded', 'failed', 'buried', 'repeated'])

/**
 * Removes what was stored for an inspection on its way, once it has ended and its outcome is published, or its event is a
 * dead letter; a later event of one that had ended before may name what was stored again. What can't be removed expires. Never rejects; answers what became of the work.
 */
export async function removeLeftovers(
  objects: Pick<ObjectStore, 'remove'>,
  { subject, json }: CloudEvent,
  { way, done }: Ending,
): Promise<Ending['done']> {
  if (!ends.has(way)) return done
  const names = intermediateObjects(subject, json ?? '')
  await Promise.allSettled(names.map((name) => objects.remove(name)))
  return done
}
