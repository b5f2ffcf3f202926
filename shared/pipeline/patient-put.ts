import type { Put } from '#shared/messages/carried.ts'
import { INTERACTIVE_PATIENCE_MS } from '#shared/pipeline/retries.ts'
import type { Work } from '#shared/pipeline/stage.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/**
 * Puts what a piece of work made into an object store that may be away: what is kept need not be made again, and no site
 * is asked again. Batch work waits until it expires; interactive work rejects soon, since somebody waits.
 */
export function patientPut(
  objects: Pick<ObjectStore, 'put'>,
  { lane, signal }: Pick<Work, 'lane' | 'signal'>,
): Put {
  const waiting = lane === 'batch' ? { signal } : { signal, patienceMs: INTERACTIVE_PATIENCE_MS }
  return (...object) => untilAvailable(() => objects.put(...object), waiting)
}
