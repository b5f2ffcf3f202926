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
  /** Milliseconds for which an answer is cached; 0 = it is not. */
  readonly dnsCacheMs: number
}

export const DNS_TIMEOUT_MS = 5000
/** The TTL of the DNS record is unknown here, so this is short. */
export const DNS_CACHE_MS = 5000
/** Longer answers are returned but not cached: a hostile zone must not fill the memory. */
export const MAX_DNS_ANSWERS = 16

type Resolution = ResolvedName | Unresolved

const MAX_CACHED_NAMES = 1000

/**
 * Creates a look-up of names with a time limit. Concurrent look-ups of a name share one query, and successes
 * are cached briefly. Never rejects.
 */
export function makeNameLookup(
  resolve: Resolve,
  limits: LookupLimits,
): (name: string) => Promise<Resolution> {
  const { dnsTimeoutMs, dnsCacheMs: ttl } = limits
  const cache = new LRUCache<string, Promise<Resolution>>({ max: MAX_CACHED_NAMES })
  const isCacheable = (found: Resolution) =>
    ttl > 0 && found.kind === 'found' && found.addresses.length <= MAX_DNS_ANSWERS

  async function query(name: string): Promise<Resolution> {
    const answer = resolveInTime(name, resolve, dnsTimeoutMs)
    cache.set(name, answer)
    const found = await answer
    if (cache.get(name) !== answer) return found
    if (isCacheable(found)) cache.set(name, answer, { ttl })
    else cache.delete(name)
    return found
  }

  return (name) => cache.get(name) ?? query(name)
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
