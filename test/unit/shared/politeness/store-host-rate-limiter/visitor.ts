import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { AcquireResult } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'

/**
 * A process that visits a host politely, for tests: `<file of the store> <url> <delay in ms> <permits of a host>`. It goes
 * on until it is killed, and sends a message to its parent each time that no permit is free.
 */
const [path = '', url = '', delayMs = '', concurrency = ''] = process.argv.slice(2)
const turns = makeHostRateLimiter(sqliteResultStore({ database: openDatabase(path) }), {
  BATCH_HOST_CONCURRENCY: Number(concurrency),
  BATCH_HOST_DELAY_MS: Number(delayMs),
  BATCH_HOST_DELAY_MAX_MS: Number(delayMs),
  BATCH_HOST_FAILURES: 5,
  BATCH_HOST_REST_MAX_MS: 1000,
  BATCH_HOST_TRIALS: 5,
  BATCH_HOST_GIVE_UP_SECONDS: 60,
})

/** Processes that share a file may find it locked for a moment. */
async function take(): Promise<AcquireResult> {
  return turns.acquire(url).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return { retryAfterMs: 20 }
  })
}

for (;;) {
  const taken = await take()
  if ('permit' in taken) {
    const { status } = await fetch(url)
    await taken.permit.release({
      responseMs: 1,
      status,
      retryAfterMs: null,
      crawlDelayMs: null,
      isFailed: false,
    })
  } else if ('retryAfterMs' in taken) {
    process.send?.('refused')
    await sleep(taken.retryAfterMs)
  }
}
