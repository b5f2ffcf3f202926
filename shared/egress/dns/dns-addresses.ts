import { Resolver } from 'node:dns/promises'
import { interleave } from './stable-order.ts'

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
