import { hash } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { isIPv4 } from 'node:net'

/**
 * Resolves a name to all its addresses, IPv4 and IPv6 alternating, IPv4 first. Unlike `dns.lookup` it uses
 * neither search domains nor the hosts file, and blocks no thread of the pool. If one family fails or does
 * not answer within most of `timeoutMs`, the answers of the other one are used alone. Rejects if neither
 * answers. A resolver serves one call.
 */
export async function dnsAddresses(
  hostname: string,
  timeoutMs: number,
  resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 }),
): Promise<string[]> {
  const timer = setTimeout(() => resolver.cancel(), timeoutMs * 0.8)
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
    return interleave(addressesOf(ipv4), addressesOf(ipv6))
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the error of a resolver means that no server answered, rather than that there are no addresses. */
export function isDnsTimeout(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ETIMEOUT' || code === 'ECANCELLED'
}

function addressesOf(answer: PromiseSettledResult<string[]>): string[] {
  return answer.status === 'fulfilled' ? answer.value : []
}

/**
 * Sorts the addresses of a name in an order that all processes share, however the DNS rotates its answers:
 * IPv4 and IPv6 alternating, IPv4 first, each family sorted by a hash of name and address (rendezvous
 * hashing). All requests to a name then go to one address, while the names that share several addresses are
 * spread over them.
 */
export function stableOrder(name: string, addresses: readonly string[]): string[] {
  if (addresses.length === 1) return [...addresses]
  const score = (address: string) => hash('md5', `${name} ${address}`)
  const scored = addresses.map((address) => ({ address, score: score(address) }))
  const sorted = scored.toSorted((a, b) => (a.score < b.score ? -1 : 1)).map(({ address }) => address)
  const { true: ipv4 = [], false: ipv6 = [] } = Object.groupBy(sorted, (address) => `${isIPv4(address)}`)
  return interleave(ipv4, ipv6)
}

/** One of the first list, one of the second, and so on; the rest of the longer list comes last. */
function interleave(first: readonly string[], second: readonly string[]): string[] {
  const longest = Math.max(first.length, second.length)
  const pairs = Array.from({ length: longest }, (_, at) => [first[at], second[at]])
  return pairs.flat().filter((address) => address !== undefined)
}
