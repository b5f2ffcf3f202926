import { LRUCache } from 'lru-cache'
import type { HostResponse } from '../host-rate-limiter.ts'

/** Hosts that are remembered. */
const MAX_HOSTS = 10_000
/** What a host responded longer ago says nothing about it. */
const KNOWN_MS = 600_000

/** A host that has responded well: the URL that has refused since, null = none has. */
interface KnownHost {
  readonly refused: string | null
}

/**
 * Tells URLs that refuse alone (429, 503) from overloaded hosts, by what the hosts responded to this process. A refusal is
 * alone when the host responded well before, and no other URL has refused since. One with a Retry-After, or of a robots.txt,
 * is the host's.
 */
export function makeLoneRefusals() {
  const hosts = new LRUCache<string, KnownHost>({ max: MAX_HOSTS, ttl: KNOWN_MS })

  return {
    /** Records the response to a request of the URL. Returns true when it is a refusal of this URL alone. */
    record(host: string, url: string, response: HostResponse): boolean {
      const { status, retryAfterMs } = response
      if (!isRefusal(response)) {
        if (status !== null) hosts.set(host, { refused: null })
        return false
      }
      const known = hosts.get(host)
      if (known === undefined || retryAfterMs !== null || URL.parse(url)?.pathname === '/robots.txt')
        return false
      if (known.refused !== null && known.refused !== url) return false
      hosts.set(host, { refused: url })
      return true
    },
  }
}

/** RFC 6585, section 4 and RFC 9110, section 15.6.4. */
function isRefusal({ status }: HostResponse): boolean {
  return status === 429 || status === 503
}
