import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'

/**
 * Kinds of keys that may be evicted when memory is short: an answer is worked out again, or no longer there. All others
 * are state: without a counter a limit begins anew, without a turn two processes ask one host at the same time, without
 * what is known of an inspection a repeat is worked on, without its key a client is locked out.
 */
const evictable: ReadonlySet<string> = new Set([
  // Read by callers within moments, by others later: eviction takes what was used longest ago first.
  'outcome',
  // Answers that are given again.
  'cache',
  // Histories of audits: without one, an audit has no trend.
  'audits',
])

/** Whether a key of this name, `kind:id`, is one of the cache. */
function isEvictable(key: string): boolean {
  return evictable.has(key.slice(0, key.indexOf(':')))
}

/**
 * One store over two: `cache` has the kinds that may be evicted, `state` all other keys, every turn and permit, the clock
 * and every wake-up. Owns both: closing it closes them.
 */
export function splitResultStore(state: ResultStore, cache: ResultStore): ResultStore {
  const storeFor = (key: string): KeyValues => (isEvictable(key) ? cache : state)
  return {
    get: (key) => storeFor(key).get(key),
    getMany: (keys) => getMany(state, cache, keys),
    set: (key, value, ttlSeconds) => storeFor(key).set(key, value, ttlSeconds),
    claim: (key, value, ttlSeconds) => storeFor(key).claim(key, value, ttlSeconds),
    delete: (key) => storeFor(key).delete(key),
    increment: (key, by, ttlSeconds) => storeFor(key).increment(key, by, ttlSeconds),
    addMember: (key, member) => storeFor(key).addMember(key, member),
    members: (key) => storeFor(key).members(key),
    entries: (prefix) => storeFor(prefix).entries(prefix),
    getIn: state.getIn,
    setIn: state.setIn,
    claimIn: state.claimIn,
    acquireLease: state.acquireLease,
    releaseLease: state.releaseLease,
    acquirePermit: state.acquirePermit,
    releasePermits: state.releasePermits,
    now: state.now,
    wake: state.wake,
    listen: state.listen,
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
