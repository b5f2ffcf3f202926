import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'

/**
 * Kinds of keys that may be evicted when memory is short: an evicted answer is computed again, or is no
 * longer available. All other kinds are state: an evicted counter restarts a limit, an evicted lease lets two
 * processes request one host at a time, an evicted inspection is worked on again when it is repeated, and an
 * evicted API key locks out its client.
 */
const evictable: ReadonlySet<string> = new Set([
  // Most outcomes are read at once. Eviction removes the least recently used first.
  'outcome',
  // Cached answers.
  'cache',
  // Without its history an audit has no trend.
  'audits',
])

/** Whether the key (`kind:id`) belongs to the cache. */
function isEvictable(key: string): boolean {
  return evictable.has(key.slice(0, key.indexOf(':')))
}

/**
 * Combines two stores: `cache` has the kinds that may be evicted; `state` has all other keys, all leases and
 * permits, the clock, and the wake-ups. Closing it closes both.
 */
export function splitResultStore(state: ResultStore, cache: ResultStore): ResultStore {
  const storeFor = (key: string): KeyValues => (isEvictable(key) ? cache : state)
  return {
    ...state,
    get: (key) => storeFor(key).get(key),
    getMany: (keys) => getMany(state, cache, keys),
    set: (key, value, ttlSeconds) => storeFor(key).set(key, value, ttlSeconds),
    claim: (key, value, ttlSeconds) => storeFor(key).claim(key, value, ttlSeconds),
    compareAndSet: (key, ...rest) => storeFor(key).compareAndSet(key, ...rest),
    delete: (key) => storeFor(key).delete(key),
    compareAndDelete: (key, ...expected) => storeFor(key).compareAndDelete(key, ...expected),
    increment: (key, by, ttlSeconds) => storeFor(key).increment(key, by, ttlSeconds),
    addMember: (key, member) => storeFor(key).addMember(key, member),
    members: (key) => storeFor(key).members(key),
    entries: (prefix) => storeFor(prefix).entries(prefix),
    async ping() {
      await Promise.all([state.ping(), cache.ping()])
    },
    async close() {
      await Promise.all([state.close(), cache.close()])
    },
  }
}

async function getMany(
  state: ResultStore,
  cache: ResultStore,
  keys: readonly string[],
): Promise<(string | null)[]> {
  const { evictable: cacheKeys = [], other: stateKeys = [] } = Object.groupBy(keys, (key) =>
    isEvictable(key) ? 'evictable' : 'other',
  )
  const [cached, kept] = await Promise.all([cache.getMany(cacheKeys), state.getMany(stateKeys)])
  const values = new Map<string, string | null>()
  for (const [index, key] of cacheKeys.entries()) values.set(key, cached[index] ?? null)
  for (const [index, key] of stateKeys.entries()) values.set(key, kept[index] ?? null)
  return keys.map((key) => values.get(key) ?? null)
}
