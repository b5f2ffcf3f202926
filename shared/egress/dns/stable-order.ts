import { hash } from 'node:crypto'
import { isIPv4 } from 'node:net'

/**
 * The addresses of a name in an order that is the same in all processes, however the DNS turns its answers: families in
 * turns, IPv4 first, within each by a hash of name and address (rendezvous hashing). So all requests to a name go to one
 * address, while names that share several addresses are spread over them.
 */
export function stableOrder(name: string, addresses: readonly string[]): string[] {
  if (addresses.length === 1) return [...addresses]
  const score = (address: string) => hash('md5', `${name} ${address}`)
  const scored = addresses.map((address) => ({ address, score: score(address) }))
  const sorted = scored.toSorted((a, b) => (a.score < b.score ? -1 : 1)).map(({ address }) => address)
  const { true: ipv4 = [], false: ipv6 = [] } = Object.groupBy(sorted, (address) => `${isIPv4(address)}`)
  const longest = Math.max(ipv4.length, ipv6.length)
  const pairs = Array.from({ length: longest }, (_, at) => [ipv4[at], ipv6[at]])
  return pairs.flat().filter((address) => address !== undefined)
}
