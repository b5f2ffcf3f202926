import { tenantNamed } from '#shared/messages/inspection.ts'
import { limitStoredBytes } from '#shared/pipeline/stored-bytes.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type ApiKey, ownerOf, type Plan } from './keys.ts'

/** Tells the stages how many bytes inspections of an owner may store each day. */
export interface StorageLimits {
  /** By the plan of the key that asks for an inspection or a batch. Rejects with `SERVICE_UNAVAILABLE` while the store is away. */
  announce(key: ApiKey): Promise<void>
}

const AGAIN_MS = 3_600_000
/** Owners whose limits are known to be told. */
const REMEMBERED = 10_000

/** `byPlan` in bytes; absent = no limit. */
export function makeStorageLimits(
  store: Pick<KeyValues, 'set' | 'delete'>,
  byPlan: Readonly<Partial<Record<Plan, number>>>,
): StorageLimits {
  const told = new Map<string, { readonly plan: Plan; readonly at: number }>()
  return {
    async announce(key) {
      const owner = ownerOf(key)
      const last = told.get(owner)
      if (last?.plan === key.plan && Date.now() - last.at < AGAIN_MS) return
      await limitStoredBytes(store, tenantNamed(owner), byPlan[key.plan] ?? null)
      told.delete(owner)
      const [oldest] = told.keys()
      if (told.size >= REMEMBERED && oldest !== undefined) told.delete(oldest)
      told.set(owner, { plan: key.plan, at: Date.now() })
    },
  }
}
