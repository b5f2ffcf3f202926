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
  const published = new Map<string, { readonly plan: Plan; readonly at: number }>()
  return {
    async publish(key) {
      const owner = ownerOf(key)
      const last = published.get(owner)
      if (last?.plan === key.plan && Date.now() - last.at < REPUBLISH_MS) return
      await limitStoredBytes(store, tenantIdOf(owner), byPlan[key.plan] ?? null)
      published.delete(owner)
      const [oldest] = published.keys()
      if (published.size >= MAX_OWNERS && oldest !== undefined) published.delete(oldest)
      published.set(owner, { plan: key.plan, at: Date.now() })
    },
  }
}
