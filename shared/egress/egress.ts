import { networkInterfaces } from 'node:os'
import type { buildConnector } from 'undici'
import { EgressRefused, guardedConnector, Unresolvable } from './connect/guarded-connector.ts'
import { dnsAddresses, stableOrder } from './dns/dns-addresses.ts'
import {
  DNS_CACHE_MS,
  DNS_TIMEOUT_MS,
  type LookupLimits,
  MAX_DNS_ANSWERS,
  makeNameLookup,
  type Resolve,
} from './dns/name-lookup.ts'
import { type CheckedUrl, checkUrl, isAddressAllowed, portOf, refuseAddress } from './policy/check-url.ts'
import type { EgressRules } from './policy/egress-rules.ts'
import { plainName } from './policy/host-names.ts'
import type { EgressDecision } from './policy/target-decision.ts'

/** The errors of the connector. */
export { EgressRefused, Unresolvable }

/** The one policy for targets: every request to a target passes it (infra/docs/clients.md#targets). */
export interface Egress {
  /** Checks a URL and resolves its name: every address of the name must be allowed. Never rejects. */
  check(url: string): Promise<EgressDecision>
  /**
   * For `new Agent({ connect })` of undici, see `guardedConnector`. A redirect is checked only if it is a new
   * request.
   */
  readonly connector: buildConnector.connector
}

/** For connecting to a target, TLS included, over all addresses of its name. */
export const CONNECT_TIMEOUT_MS = 5000

export interface EgressOptions extends Partial<LookupLimits> {
  readonly rules: EgressRules
  /** Resolves names to addresses; default: DNS (A and AAAA). */
  readonly resolve?: Resolve
  /** Whether the addresses of a name come in `stableOrder`; default: in the order of the DNS answer. */
  readonly hasStableOrder?: boolean
  /** Default: `CONNECT_TIMEOUT_MS`. */
  readonly connectTimeoutMs?: number
}

/** Creates the policy from rules, a resolver and limits. All addresses of a DNS answer are checked; the first ones are tried. */
export function makeEgress({
  rules,
  dnsTimeoutMs = DNS_TIMEOUT_MS,
  dnsCacheMs = DNS_CACHE_MS,
  resolve = (name) => dnsAddresses(name, dnsTimeoutMs),
  hasStableOrder = false,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: EgressOptions): Egress {
  const lookup = makeNameLookup(resolve, { dnsTimeoutMs, dnsCacheMs })

  async function checkName({ url }: CheckedUrl): Promise<EgressDecision> {
    const name = plainName(url.hostname)
    const configured = rules.hosts.get(name)
    const resolved = configured ? { kind: 'found' as const, addresses: configured } : await lookup(name)
    if (resolved.kind !== 'found') return resolved
    const port = portOf(url)
    if (!resolved.addresses.every((address) => isAddressAllowed(address, port, rules)))
      return refuseAddress(port, rules)
    const ordered = hasStableOrder ? stableOrder(name, resolved.addresses) : resolved.addresses
    return { kind: 'allowed', url, addresses: ordered.slice(0, MAX_DNS_ANSWERS) }
  }

  async function check(text: string): Promise<EgressDecision> {
    const checked = checkUrl(text, rules)
    if (checked.kind === 'refused') return checked
    if (checked.literal === null) return checkName(checked)
    return { kind: 'allowed', url: checked.url, addresses: [checked.literal] }
  }

  return { check, connector: guardedConnector(check, connectTimeoutMs) }
}

/** The addresses of this machine's interfaces: a request to one of them would reach the service itself. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
}
