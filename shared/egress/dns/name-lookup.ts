import { LRUCache } from 'lru-cache'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { type Unresolved, unresolved } from '../policy/target-decision.ts'
import { isDnsTimeout } from './dns-addresses.ts'

/** Resolves a plain name to all its addresses; an empty array if it has none. May reject. */
export type Resolve = (hostname: string) => Promise<string[]>

export interface ResolvedName {
  readonly kind: 'found'
  /** At least one, without duplicates. Not checked against the policy yet. */
  readonly addresses: readonly string[]
}

export interface LookupLimits {
  /** Milliseconds after which the result is `dns_timeout`. */
  readonly dnsTimeoutMs: number
  /** Longer answers are returned but not cached: a hostile zone must not fill the memory. */
  readonly maxDnsAnswers: number
  /**
   * Milliseconds for which an answer is cached. The TTL of the DNS record is unknown here, so keep it short.
   */
  readonly dnsCacheMs: number
}

type Resolution = ResolvedName | Unresolved
interface CacheEntry {
  readonly answer: Promise<Resolution>
  freshUntil: number
}

const MAX_CACHED_NAMES = 1000

/**
 * Creates a look-up of names with a time limit. Concurrent look-ups of a name share one query, and successes
 * are cached briefly. Never rejects.
 */
export function makeNameLookup(
  resolve: Resolve,
  limits: LookupLimits,
): (name: string) => Promise<Resolution> {
  const cache = new LRUCache<string, CacheEntry>({ max: MAX_CACHED_NAMES })

  function query(name: string): CacheEntry {
    const answer = resolveInTime(name, resolve, limits.dnsTimeoutMs)
    const entry: CacheEntry = { answer, freshUntil: Number.POSITIVE_INFINITY }
    cache.set(name, entry)
    return entry
  }

  async function settle(name: string, entry: CacheEntry): Promise<Resolution> {
    const answer = await entry.answer
    const isCacheable = answer.kind === 'found' && answer.addresses.length <= limits.maxDnsAnswers
    entry.freshUntil = Math.min(entry.freshUntil, isCacheable ? performance.now() + limits.dnsCacheMs : 0)
    if (!isCacheable && cache.get(name) === entry) cache.delete(name)
    return answer
  }

  return (name) => {
    const cached = cache.get(name)
    const isFresh = cached !== undefined && performance.now() < cached.freshUntil
    return settle(name, isFresh ? cached : query(name))
  }
}

async function resolveInTime(name: string, resolve: Resolve, timeoutMs: number): Promise<Resolution> {
  try {
    const addresses = await withTimeoutOrNull(resolve(name), timeoutMs)
    if (addresses === null) return unresolved('dns_timeout')
    return addresses.length === 0
      ? unresolved('dns_failure')
      : { kind: 'found', addresses: [...new Set(addresses)] }
  } catch (error) {
    return unresolved(isDnsTimeout(error) ? 'dns_timeout' : 'dns_failure')
  }
}
