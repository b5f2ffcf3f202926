import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Leases } from '#shared/ports/result-store.ts'

/** How long a lock lasts when its holder dies, in milliseconds; longer than some reads and writes take. */
const LOCK_MS = 3000
const RETRY_MS = 20

/**
 * Does work while no other process does any under this key, and settles like it. Rejects with `SERVICE_UNAVAILABLE` when the
 * store is unavailable.
 */
export async function withLock<T>(store: Leases, key: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  while ((await store.acquireLease(key, holder, LOCK_MS)) !== 'mine') await delay(RETRY_MS)
  try {
    return await work()
  } finally {
    // A lock that cannot be released expires.
    await store.releaseLease(key, holder, 0).catch(() => undefined)
  }
}
