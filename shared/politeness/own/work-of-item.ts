import type { Inspection } from '#shared/messages/events/inspection.ts'
import { batchOfItem } from '#shared/messages/events/seal.ts'
import type { CallOptions } from '#shared/ports/lookups.ts'
import type { HostGroups } from '../host-groups.ts'
import { politenessKey, politenessOf } from './politeness-of-work.ts'

/** Also what a look-up for the inspection says of its caller. */
export type WorkOfItem = Pick<CallOptions, 'batch' | 'politeness'>

/** What the requests of an inspection are part of. Only items of batches have manners of their own. */
export function workOf({ id, politeness }: Pick<Inspection, 'id' | 'politeness'>): WorkOfItem {
  const batch = batchOfItem(id)
  return { ...(batch !== null && { batch, ...(politeness !== undefined && { politeness }) }) }
}

/**
 * The key under which an inspection waits for the host of its URL, and that limits how many run at a time. Unthrottled items
 * may be more at a time than a key lets run: they have as many keys as that.
 */
export function waitingKeyOf(
  inspection: Pick<Inspection, 'id' | 'politeness' | 'url'>,
  groups: Pick<HostGroups, 'cached'>,
): string {
  const group = groups.cached(inspection.url)
  const known = politenessOf(workOf(inspection))
  if (known === null) return group
  const { batch, politeness } = known
  const key = politenessKey(group, batch)
  if (!politeness.isUnthrottled || politeness.concurrency === null) return key
  return `${key} ${Number(inspection.id.slice(batch.length + 1)) % politeness.concurrency}`
}
