import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { Frontier } from './frontier.ts'

export interface GivingBackOptions {
  readonly frontier: Pick<Frontier, 'unneeded'>
  readonly store: Pick<KeyValues, 'increment'>
  readonly logger: Log
  /** Milliseconds between two looks. */
  readonly everyMs?: number
}

const EVERY_MS = 1000

/**
 * Gives back what crawls were granted of their keys' daily numbers and did not need. What is under way when the process ends
 * is lost: nothing is given back twice.
 */
export function startGivingBack({ frontier, store, logger, everyMs = EVERY_MS }: GivingBackOptions): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  const onOtherError = (err: unknown) =>
    logger.error({ err }, 'items of a daily number can not be given back')
  const insisting = <T>(work: () => Promise<T>) => retryWhileUnavailable(work, { signal, onOtherError })

  async function run(): Promise<void> {
    for (;;) {
      for (const { quota, items, at } of await insisting(() => frontier.unneeded())) {
        await insisting(() => consumeItems(store, quota, -items, at))
      }
      await sleep(everyMs, undefined, { signal })
    }
  }

  const running = run().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
