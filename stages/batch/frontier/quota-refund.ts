import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { COUNTER_TTL_SECONDS, consumeItems } from '#shared/store/item-quota.ts'
import { quotaRefundKey } from '#shared/store/keys.ts'
import { startBackgroundWork } from '../background-work.ts'
import type { Frontier, UnusedQuota } from './frontier.ts'

export interface QuotaRefundOptions {
  readonly frontier: Pick<Frontier, 'takeUnusedQuotas'>
  readonly store: Pick<KeyValues, 'increment' | 'claim'>
  readonly logger: Log
  /** Milliseconds between two checks. */
  readonly intervalMs?: number
}

const INTERVAL_MS = 1000

/** Longer than the count of the day on which the crawl was created: after that, giving back again changes nothing that is read. */
const CLAIM_TTL_SECONDS = COUNTER_TTL_SECONDS + 86_400

/**
 * Starts to give back the unused parts of the daily quotas granted to crawls. A refund in progress when the
 * process ends is lost: no part is given back twice, whichever process takes it again. The returned function stops it.
 */
export function startQuotaRefunds({
  frontier,
  store,
  logger,
  intervalMs = INTERVAL_MS,
}: QuotaRefundOptions): () => Promise<void> {
  const onOtherError = (err: unknown) =>
    logger.error({ err }, 'unused items of a daily quota cannot be given back')

  return startBackgroundWork(async (signal) => {
    const retrying = <T>(work: () => Promise<T>) => retryWhileUnavailable(work, { signal, onOtherError })
    const giveBack = async ({ batch, quota, items, at }: UnusedQuota) => {
      const mine = randomUUID()
      const claim = () => store.claim(quotaRefundKey(batch), mine, CLAIM_TTL_SECONDS)
      if ((await retrying(claim)) === mine) await retrying(() => consumeItems(store, quota, -items, at))
    }
    for (;;) {
      for (const unused of await retrying(() => frontier.takeUnusedQuotas())) await giveBack(unused)
      await sleep(intervalMs, undefined, { signal })
    }
  })
}

/** The part of its key's daily quota that an ended crawl was granted, as adapters store it. `taken_at` as `Date` takes it. */
export interface EndedShare {
  /** Null when the batch is not stored any more. Its share counts as used then. */
  readonly id: string | null
  readonly key: string
  readonly most: number
  readonly items: number
  readonly taken_at: number | Date
  readonly needed: number
}

/** The unused parts of shares. */
export function unusedQuotasOf(shares: readonly EndedShare[]): UnusedQuota[] {
  return shares.flatMap(({ id, key, most, items, needed, taken_at: takenAt }) =>
    id !== null && items > needed
      ? [{ batch: id, quota: { key, limit: most }, items: items - needed, at: new Date(takenAt).getTime() }]
      : [],
  )
}
