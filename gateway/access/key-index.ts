import { setTimeout as delay } from 'node:timers/promises'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** A client's key is stored under this and its id. */
export const KEY_PREFIX = 'key:'

/** The ids of all keys, so that nobody has to look at every entry of the store for them. */
const INDEX = 'key-index:ids'
/** There once the keys of versions without an index are in it. */
const COMPLETE = 'key-index:whole'
/** A new store is looked through in no time. */
const SCAN_TIMEOUT_MS = 2000

/** Call it before the key is stored: a key that is in no index would never be listed. */
export function indexKey(store: KeyValues, id: string): Promise<void> {
  return store.addMember(INDEX, id)
}

/** The ids of all keys; some may be of keys that were never stored. Looks through the whole store if nobody has before. */
export async function listKeyIds(store: KeyValues): Promise<string[]> {
  await completeIndex(store)
  return store.members(INDEX)
}

/**
 * Whether there are keys. Costs a read or two, but for the first time after an update: then the store is looked through,
 * in the background once that takes longer than a new store does, which counts as having keys.
 */
export async function hasKeys(store: KeyValues): Promise<boolean> {
  if (await hasStoredKeys(store)) return true
  const complete = completeIndex(store)
  // Whoever lists keys, or starts, looks again.
  complete.catch(() => undefined)
  const isComplete = await Promise.race([
    complete.then(() => true),
    delay(SCAN_TIMEOUT_MS, false, { ref: false }),
  ])
  return !isComplete || (await hasStoredKeys(store))
}

async function hasStoredKeys(store: KeyValues): Promise<boolean> {
  const ids = await store.members(INDEX)
  const texts = await store.getMany(ids.map((id) => KEY_PREFIX + id))
  return texts.some((text) => text !== null)
}

async function completeIndex(store: KeyValues): Promise<void> {
  if ((await store.get(COMPLETE)) !== null) return
  const entries = await store.entries(KEY_PREFIX)
  for (const [key] of entries) await indexKey(store, key.slice(KEY_PREFIX.length))
  await store.set(COMPLETE, '1', null)
}
