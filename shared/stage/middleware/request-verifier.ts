import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { hasSeal, hasValidSeal, isItemId, isReleasedAgain, verifiedLease } from '#shared/messages/seal.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'

/** Tells requests of the batch part from those of feeders on the same topic. */
export interface RequestVerifier {
  /**
   * The event as it may be believed: one that the batch part did not seal has no tenant. Null for one that claims the id of a
   * batch's item. Waits while that can't be told.
   */
  verify(record: LogRecord, event: CloudEvent): Promise<CloudEvent | null>
  /** Which release of the frontier the record is, from 1; 1 as well for what it did not release. Waits while that can't be told. */
  lease(record: LogRecord, event: CloudEvent): Promise<number>
}

/** Why a record that claims an item's id is a dead letter. */
export const FORGED_ITEM_ID = 'the id is that of a batch item, and the request is not from the batch part'
/** A secret that did not fit is read again, but not for each of many forged records. */
const REREAD_MS = 1000
/** A running batch part puts its secret back into a store that lost it long before; without it no seal is believed. */
const SECRET_LOSS_MS = 30_000

/** The secret is the batch part's, who keeps it in the store. */
export function makeRequestVerifier(store: Pick<KeyValues, 'get'>): RequestVerifier {
  let secret: string | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let lostAt: number | null = null

  async function reread(): Promise<void> {
    if (performance.now() - readAt < REREAD_MS) return
    secret = await store.get(SEAL_SECRET_KEY)
    readAt = performance.now()
    if (secret !== null) lostAt = null
  }

  /** What the secret proves; null where it proves nothing. */
  async function checkWithSecret<T>(check: (known: string) => T | null): Promise<T | null> {
    const before = secret === null ? null : check(secret)
    if (before !== null) return before
    await reread()
    if (secret !== null) return check(secret)
    lostAt ??= performance.now()
    if (performance.now() - lostAt < SECRET_LOSS_MS) throw unavailable('store')
    return null
  }

  return {
    async verify(record, event) {
      const { tenant, ...attributes } = event.attributes
      const isClaim = isItemId(event.id)
      if (tenant === undefined && !isClaim) return event
      const isGenuine = (known: string) => (hasValidSeal(record, event, known) ? true : null)
      if (hasSeal(record) && (await retryWhileUnavailable(() => checkWithSecret(isGenuine))) === true)
        return event
      return isClaim ? null : { ...event, attributes }
    },
    async lease(record, { id }) {
      if (!isReleasedAgain(record)) return 1
      return (
        (await retryWhileUnavailable(() => checkWithSecret((known) => verifiedLease(record, id, known)))) ?? 1
      )
    },
  }
}
