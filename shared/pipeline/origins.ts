import { unavailable } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { hasSeal, isAgain, isItemId, isSealed, leaseOf } from '#shared/messages/origin.ts'
import { SEAL_SECRET_KEY } from '#shared/pipeline/store-keys.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** Tells requests of the batch part from those of feeders on the same topic. */
export interface Origins {
  /**
   * The event as it may be believed: one that the batch part did not seal has no tenant. Null for one that claims the id of a
   * batch's item. Waits while that can't be told.
   */
  trusted(record: LogRecord, event: CloudEvent): Promise<CloudEvent | null>
  /** Which release of the frontier the record is, from 1; 1 as well for what it did not release. Waits while that can't be told. */
  lease(record: LogRecord, event: CloudEvent): Promise<number>
}

/** Why a record that claims an item's id is a dead letter. */
export const CLAIMED = 'the id is that of a batch item, and the request is not from the batch part'
/** A secret that did not fit is read again, but not for each of many forged records. */
const READ_AGAIN_MS = 1000
/** A running batch part puts its secret back into a store that lost it long before; without it no seal is believed. */
const LOST_MS = 30_000

/** The secret is the batch part's, who keeps it in the store. */
export function makeOrigins(store: Pick<KeyValues, 'get'>): Origins {
  let secret: string | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let lostAt: number | null = null

  async function readAgain(): Promise<void> {
    if (performance.now() - readAt < READ_AGAIN_MS) return
    secret = await store.get(SEAL_SECRET_KEY)
    readAt = performance.now()
    if (secret !== null) lostAt = null
  }

  /** What the secret proves; null where it proves nothing. */
  async function proven<T>(check: (known: string) => T | null): Promise<T | null> {
    const before = secret === null ? null : check(secret)
    if (before !== null) return before
    await readAgain()
    if (secret !== null) return check(secret)
    lostAt ??= performance.now()
    if (performance.now() - lostAt < LOST_MS) throw unavailable('store')
    return null
  }

  return {
    async trusted(record, event) {
      const { tenant, ...attributes } = event.attributes
      const isClaim = isItemId(event.id)
      if (tenant === undefined && !isClaim) return event
      const isGenuine = (known: string) => (isSealed(record, event, known) ? true : null)
      if (hasSeal(record) && (await untilAvailable(() => proven(isGenuine))) === true) return event
      return isClaim ? null : { ...event, attributes }
    },
    async lease(record, { id }) {
      if (!isAgain(record)) return 1
      return (await untilAvailable(() => proven((known) => leaseOf(record, id, known)))) ?? 1
    },
  }
}
