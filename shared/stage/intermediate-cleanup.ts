import { intermediateObjects } from '#shared/messages/claim-check/object-names.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { AttemptResult } from '#shared/stage/middleware/stage-telemetry.ts'

const finalOutcomes: ReadonlySet<AttemptResult['outcome']> = new Set([
  'concluded',
  'failed',
  'buried',
  'repeated',
])

/**
 * Removes what was stored for an inspection on its way, once it has ended and its outcome is published, or its event is a
 * dead letter; a later event of one that had ended before may name what was stored again. What can't be removed expires. Never rejects; answers what became of the work.
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
