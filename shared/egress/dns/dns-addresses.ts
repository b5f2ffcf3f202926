import { Resolver } from 'node:dns/promises'

/**
 * Asks the DNS for all addresses of a name, IPv4 first, the families in turns. Search domains and the hosts file play no
 * part, unlike with `dns.lookup`, and no thread of the pool is held. When one family stays silent for most of
 * `timeoutMs` or fails, the other's answers count alone. Rejects when neither answers. The resolver serves one call.
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

/** Whether the error of a resolver says that nobody answered, not that there is nothing. */
export function isDnsTimeout(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ETIMEOUT' || code === 'ECANCELLED'
}

function addressesOf(answer: PromiseSettledResult<string[]>): string[] {
  return answer.status === 'fulfilled' ? answer.value : []
}

function interleave(one: readonly string[], other: readonly string[]): string[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, i) => [one[i], other[i]])
    .flat()
    .filter((address) => address !== undefined)
}
