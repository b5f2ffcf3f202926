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
