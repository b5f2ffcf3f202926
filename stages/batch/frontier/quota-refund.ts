import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import { startBackgroundWork } from '../background-work.ts'
import type { Frontier } from './frontier.ts'

export interface QuotaRefundOptions {
  readonly frontier: Pick<Frontier, 'takeUnusedQuotas'>
  readonly store: Pick<KeyValues, 'increment'>
  readonly logger: Log
  /** Milliseconds between two checks. */
  readonly intervalMs?: number
}

const INTERVAL_MS = 1000

/**
 * Starts to give back the unused parts of the daily quotas granted to crawls. A refund in progress when the
 * process ends is lost: no part is given back twice. The returned function stops it.
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
    for (;;) {
      for (const { quota, items, at } of await retrying(() => frontier.takeUnusedQuotas())) {
        await retrying(() => consumeItems(store, quota, -items, at))
      }
      await sleep(intervalMs, undefined, { signal })
    }
  })
}
