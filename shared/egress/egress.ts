import { networkInterfaces } from 'node:os'
import type { buildConnector } from 'undici'
import { type Checked, isAddressAllowed, judgeSyntax, portOf, refuseAddress } from './classify.ts'
import { EgressRefused, Unresolvable } from './connect-errors.ts'
import { guardedConnector } from './connector.ts'
import { dnsAddresses } from './dns-addresses.ts'
import { type LookupLimits, makeNameLookup, type Resolve } from './name-lookup.ts'
import { plainName } from './names.ts'
import type { EgressRules } from './rules.ts'
import { steadyOrder } from './steady-order.ts'
import type { Verdict } from './verdict.ts'

/** What the connector fails with. */
export { EgressRefused, Unresolvable }

/** The one policy for targets: whatever leaves the service towards a target has passed it. */
export interface Egress {
  /** Judges a URL, its name resolved: every address behind it has to pass. Never rejects. */
  judge(url: string): Promise<Verdict>
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
  readonly isSteady?: boolean
  /** Milliseconds to connect, TLS included, over all addresses of a name. */
  readonly connectTimeoutMs: number
}

export function makeEgress({ rules, connectTimeoutMs, isSteady = false, ...options }: EgressOptions): Egress {
  const resolve: Resolve = options.resolve ?? ((name) => dnsAddresses(name, options.dnsTimeoutMs))
  const lookup = makeNameLookup(resolve, options)

  async function judgeName({ url }: Checked): Promise<Verdict> {
    const name = plainName(url.hostname)
    const configured = rules.hosts.get(name)
    const found = configured ? { kind: 'found' as const, addresses: configured } : await lookup(name)
    if (found.kind !== 'found') return found
    const port = portOf(url)
    if (!found.addresses.every((address) => isAddressAllowed(address, port, rules)))
      return refuseAddress(port, rules)
    const ordered = isSteady ? steadyOrder(name, found.addresses) : found.addresses
    return { kind: 'allowed', url, addresses: ordered.slice(0, options.maxDnsAnswers) }
  }

  async function judge(text: string): Promise<Verdict> {
    const checked = judgeSyntax(text, rules)
    if (checked.kind === 'refused') return checked
    if (checked.literal === null) return judgeName(checked)
    return { kind: 'allowed', url: checked.url, addresses: [checked.literal] }
  }

  return { judge, connector: guardedConnector(judge, connectTimeoutMs) }
}

/** The addresses of the machine's interfaces: what a request to would come back to the service itself. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
}
