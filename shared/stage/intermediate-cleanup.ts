import { intermediateObjects } from '#shared/messages/claim-check/object-names.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { AttemptResult } from '#shared/stage/middleware/stage-telemetry.ts'

const finalOutcomes: ReadonlySet<AttemptResult['outcome']> = new Set([
  'completed',
  'failed',
  'dead_lettered',
  'duplicate',
])

/**
 * Removes the intermediate objects of an inspection after an attempt that ended it: its outcome is published, or its event
 * is a dead letter or a duplicate (whose earlier stage may have stored the objects again). Objects that cannot be removed
 * expire. Never rejects; answers the attempt's `work`.
 */
export async function removeIntermediates(
  objects: Pick<ObjectStore, 'remove'>,
  { subject, json }: CloudEvent,
  { outcome, work }: AttemptResult,
): Promise<AttemptResult['work']> {
  if (!finalOutcomes.has(outcome)) return work
  const names = intermediateObjects(subject, json ?? '')
  await Promise.allSettled(names.map((name) => objects.remove(name)))
  return work
}
