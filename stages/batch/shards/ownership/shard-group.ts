import { FRONTIER } from '#shared/messages/consumer-groups.ts'
import { INTAKE } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/**
 * Joins the group that divides the shards among the batch parts: who gets a partition of the intake owns that shard. Calls
 * back with the shards of this process after each change. The records are read elsewhere. Rejects with
 * `SERVICE_UNAVAILABLE`. The returned function leaves the group, so that others take over at once.
 */
export async function joinShardGroup(
  log: Pick<EventLog, 'subscribe'>,
  onAssigned: (shards: readonly number[]) => void,
): Promise<() => Promise<void>> {
  const subscription = await log.subscribe(FRONTIER, [INTAKE], {
    assigned: (positions) => onAssigned(positions.map(({ partition }) => partition)),
    received: () => undefined,
  })
  subscription.pause()
  return () => subscription.close()
}
