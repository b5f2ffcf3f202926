import { networkInterfaces } from 'node:os'
import type { buildConnector } from 'undici'
import { EgressRefused, Unresolvable } from './connect/connect-errors.ts'
import { guardedConnector } from './connect/guarded-connector.ts'
import { dnsAddresses } from './dns/dns-addresses.ts'
import { type LookupLimits, makeNameLookup, type Resolve } from './dns/name-lookup.ts'
import { stableOrder } from './dns/stable-order.ts'
import { type CheckedUrl, checkUrl, isAddressAllowed, portOf, refuseAddress } from './policy/check-url.ts'
import type { EgressRules } from './policy/egress-rules.ts'
import { plainName } from './policy/host-names.ts'
import type { TargetDecision } from './policy/target-decision.ts'

/** What the connector fails with. */
export { EgressRefused, Unresolvable }

/** The one policy for targets: whatever leaves the service towards a target has passed it. */
export interface Egress {
  /** Judges a URL, its name resolved: every address behind it has to pass. Never rejects. */
  check(url: string): Promise<TargetDecision>
  /** For `new Agent({ connect })` of undici, see `guardedConnector`. Redirects are judged only if each is a new request. */
  readonly connector: buildConnector.connector
}

export interface EgressOptions extends LookupLimits {
  readonly rules: EgressRules
  /** Names to addresses; the DNS (A and AAAA) unless given. */
  readonly resolve?: Resolve
  /** The most addresses of a name that are handed out. All that the DNS gave are judged. */
  readonly maxDnsAnswers: number
  /** Whether the addresses of a name come in `steadyOrder`; default: as they were found. */
  readonly hasStableOrder?: boolean
  /** Milliseconds to connect, TLS included, over all addresses of a name. */
  readonly connectTimeoutMs: number
}

export function makeEgress({
  rules,
  connectTimeoutMs,
  hasStableOrder = false,
  ...options
}: EgressOptions): Egress {
  const resolve: Resolve = options.resolve ?? ((name) => dnsAddresses(name, options.dnsTimeoutMs))
  const lookup = makeNameLookup(resolve, options)

  async function checkName({ url }: CheckedUrl): Promise<TargetDecision> {
    const name = plainName(url.hostname)
    const configured = rules.hosts.get(name)
    const resolved = configured ? { kind: 'found' as const, addresses: configured } : await lookup(name)
    if (resolved.kind !== 'found') return resolved
    const port = portOf(url)
    if (!resolved.addresses.every((address) => isAddressAllowed(address, port, rules)))
      return refuseAddress(port, rules)
    const ordered = hasStableOrder ? stableOrder(name, resolved.addresses) : resolved.addresses
    return { kind: 'allowed', url, addresses: ordered.slice(0, options.maxDnsAnswers) }
  }

  async function check(text: string): Promise<TargetDecision> {
    const checked = checkUrl(text, rules)
    if (checked.kind === 'refused') return checked
    if (checked.literal === null) return checkName(checked)
    return { kind: 'allowed', url: checked.url, addresses: [checked.literal] }
  }

  return { check, connector: guardedConnector(check, connectTimeoutMs) }
}

/** The addresses of the machine's interfaces: what a request to would come back to the service itself. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
}
