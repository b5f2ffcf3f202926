import { Failure } from '#shared/errors.ts'
import { type ItemQuota, NO_ITEM_LIMIT } from '#shared/ports/item-quota.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { Frontier, LineGroup } from '../frontier/frontier.ts'

export interface CountPorts {
  readonly frontier: Pick<Frontier, 'addLines'>
  readonly store: Pick<KeyValues, 'increment'>
}

export interface CountedLines extends Pick<Frontier, 'addLines'> {
  /** Gives back all that was counted: the lines are discarded. Never rejects. */
  refundAll(): Promise<void>
}

const SPENT = "The key's daily limit for batch items is spent"

/**
 * Adds lines and counts each that is new and accepted once against the quota, however often it is sent. `addLines` rejects with
 * `RATE_LIMIT_EXCEEDED`, and stores nothing, where the rest of the quota does not suffice for the group. Without a quota nothing
 * is counted.
 */
export function countLines({ frontier, store }: CountPorts, quota: ItemQuota | undefined): CountedLines {
  let counted = 0

  /** Lines that cannot be given back stay counted until the end of the day. */
  async function refund(items: number): Promise<void> {
    counted -= items
    if (quota !== undefined && items > 0) await consumeItems(store, quota, -items).catch(() => undefined)
  }

  async function addCounted(limited: ItemQuota, batch: string, group: LineGroup) {
    const pages = group.items.filter(({ role }) => role === 'page').length
    const { isGranted } = await consumeItems(store, limited, pages)
    if (!isGranted) throw new Failure('RATE_LIMIT_EXCEEDED', SPENT)
    counted += pages
    let accepted = 0
    try {
      const stored = await frontier.addLines(batch, group)
      accepted = stored?.accepted ?? 0
      return stored
    } finally {
      await refund(pages - accepted)
    }
  }

  /** Items without a limit are only counted: the store is not waited for. */
  async function addUnlimited(unlimited: ItemQuota, batch: string, group: LineGroup) {
    const stored = await frontier.addLines(batch, group)
    const accepted = stored?.accepted ?? 0
    counted += accepted
    if (accepted > 0) consumeItems(store, unlimited, accepted).catch(() => undefined)
    return stored
  }

  return {
    addLines(batch, group) {
      if (quota === undefined) return frontier.addLines(batch, group)
      return (quota.limit === NO_ITEM_LIMIT ? addUnlimited : addCounted)(quota, batch, group)
    },
    refundAll: () => refund(counted),
  }
}
