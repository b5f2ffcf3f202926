import { hash } from 'node:crypto'
import { isIPv4 } from 'node:net'

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
export function interleave(first: readonly string[], second: readonly string[]): string[] {
  const longest = Math.max(first.length, second.length)
  const pairs = Array.from({ length: longest }, (_, at) => [first[at], second[at]])
  return pairs.flat().filter((address) => address !== undefined)
}
