import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** Prefix of the store's keys under which API keys are stored, by id. */
export const KEY_PREFIX = 'key:'

/** The ids of all API keys, so that listing them does not scan the whole store. */
const INDEX = 'key-index:ids'
/** Exists once the API keys that versions without an index stored are in the index. */
const COMPLETE = 'key-index:whole'
/** A scan of a new store takes less than this. */
const SCAN_TIMEOUT_MS = 2000

/** Adds an id to the index. Call it before the key is stored: a key that is missing in the index is never listed. */
export function indexKey(store: KeyValues, id: string): Promise<void> {
  return store.addMember(INDEX, id)
}

/** The ids of all keys, possibly with some whose key was never stored. The first call scans the whole store. */
export async function listKeyIds(store: KeyValues): Promise<string[]> {
  await completeIndex(store)
  return store.members(INDEX)
}

/**
 * Whether any key exists. Usually costs one or two reads. The first call after an update scans the store; a scan that
 * takes longer than `SCAN_TIMEOUT_MS` goes on in the background and counts as "keys exist".
 */
export async function hasKeys(store: KeyValues): Promise<boolean> {
  if (await hasStoredKeys(store)) return true
  const complete = completeIndex(store)
  // The next list of keys, or the next start, scans again.
  complete.catch(() => undefined)
  const scanned = complete.then(() => true)
  return (await withTimeoutOrNull(scanned, SCAN_TIMEOUT_MS)) === null || (await hasStoredKeys(store))
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
