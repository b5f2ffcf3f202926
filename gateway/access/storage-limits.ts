import { LRUCache } from 'lru-cache'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { limitStoredBytes } from '#shared/store/stored-bytes.ts'
import { type ApiKey, ownerOf, type Plan } from './api-keys.ts'

/** Publishes how many bytes the inspections of an owner may store each day; the stages enforce it. */
export interface StorageLimits {
  /**
   * Publishes the limit by the plan of the key that requests an inspection or a batch. Rejects with
   * `SERVICE_UNAVAILABLE` while the store is unavailable.
   */
  publish(key: ApiKey): Promise<void>
}

const REPUBLISH_MS = 3_600_000
/** Maximum number of owners whose published limit is cached. */
const MAX_OWNERS = 10_000

/** Makes storage limits; `byPlan` is in bytes a UTC day, absent = no limit. */
export function makeStorageLimits(
  store: Pick<KeyValues, 'set' | 'delete'>,
  byPlan: Readonly<Partial<Record<Plan, number>>>,
): StorageLimits {
  const published = new LRUCache<string, Plan>({ max: MAX_OWNERS, ttl: REPUBLISH_MS, ttlResolution: 0 })
  return {
    async publish(key) {
      const owner = ownerOf(key)
      if (published.get(owner) === key.plan) return
      await limitStoredBytes(store, tenantIdOf(owner), byPlan[key.plan] ?? null)
      published.set(owner, key.plan)
    },
  }
}
