import { intermediateObjects } from '#shared/messages/claim-check/object-names.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { AttemptOutcome, Middleware } from '#shared/stage/middleware.ts'

const finalOutcomes: ReadonlySet<AttemptOutcome> = new Set([
  'completed',
  'failed',
  'dead_lettered',
  'duplicate',
])

/**
 * Removes the intermediate objects of an inspection after an attempt that ended it: its outcome is published, or its event
 * is a dead letter or a duplicate (whose earlier stage may have stored the objects again). Objects that cannot be removed
 * expire.
 */
export function cleanUp(objects: Pick<ObjectStore, 'remove'>): Middleware {
  return (next) => async (attempt) => {
    const effect = await next(attempt)
    if (!('done' in effect) || !finalOutcomes.has(effect.done)) return effect
    const names = intermediateObjects(attempt.event.subject, attempt.event.json ?? '')
    await Promise.allSettled(names.map((name) => objects.remove(name)))
    return effect
  }
}
