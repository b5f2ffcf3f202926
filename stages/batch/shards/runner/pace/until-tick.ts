import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves at the next multiple of `ms` milliseconds of the clock. So what many shards do comes at the same time, and shares
 * requests and writes. Rejects once the signal is aborted.
 */
export async function untilTick(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms - (Date.now() % ms), undefined, { signal })
}
