import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Taken } from '#shared/politeness/host-turns.ts'
import { makeHostTurns } from '#shared/politeness/store-host-turns.ts'

/**
 * A process that visits a host politely, for tests: `<file of the store> <url> <delay in ms> <turns of a host>`. It goes
 * on until it is killed.
 */
const [path = '', url = '', delayMs = '', concurrency = ''] = process.argv.slice(2)
const turns = makeHostTurns(sqliteResultStore({ database: openDatabase(path) }), {
  BATCH_HOST_CONCURRENCY: Number(concurrency),
  BATCH_HOST_DELAY_MS: Number(delayMs),
  BATCH_HOST_DELAY_MAX_MS: Number(delayMs),
  BATCH_HOST_FAILURES: 5,
  BATCH_HOST_REST_MAX_MS: 1000,
  BATCH_HOST_TRIALS: 5,
  BATCH_HOST_GIVE_UP_SECONDS: 60,
})

/** Processes that share a file may find it locked for a moment. */
async function take(): Promise<Taken> {
  return turns.take(url).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return { inMs: 20 }
  })
}

for (;;) {
  const taken = await take()
  if ('turn' in taken) {
    const { status } = await fetch(url)
    await taken.turn.end({ responseMs: 1, status, retryAfterMs: null, crawlDelayMs: null, isFailed: false })
  } else if ('inMs' in taken) {
    await sleep(taken.inMs)
  }
}
