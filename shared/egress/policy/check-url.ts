import { isIPv4 } from 'node:net'
import { type AddressRange, isPublicAddress, isWithin, parseAddress, parseRange } from './address.ts'
import { coversPort, type EgressRules, isAllowListed, isPortAllowed } from './egress-rules.ts'
import { fitsDns, isInternalName, plainName } from './host-names.ts'
import { type Refused, refused } from './target-decision.ts'

/** Parsing the same addresses for every target would cost more than the rest of the check. */
const rangesByList = new WeakMap<readonly string[], readonly AddressRange[]>()

/**
 * A URL that is allowed as far as it can be checked without DNS. `literal` is the address of an IP host, else
 * null.
 */
export interface CheckedUrl {
  readonly kind: 'checked'
  readonly url: URL
  readonly literal: string | null
}

/**
 * Checks a URL without DNS, in this order: WHATWG URL, scheme, credentials, port, name, literal address. The
 * URL parser normalises every spelling of an address (`0x7f.1`, `2130706433`, full-width digits) before the
 * check.
 */
export function checkUrl(input: string, rules: EgressRules): CheckedUrl | Refused {
  const url = URL.parse(input)
  if (url === null) return refused('invalid_url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('scheme_not_allowed')
  if (url.username !== '' || url.password !== '') return refused('credentials_not_allowed')
  if (!mayAllowPort(portOf(url), rules)) return refused('port_not_allowed')
  const literal = literalOf(url)
  return literal === null ? checkName(url, rules) : checkLiteral(url, literal, rules)
}

/**
 * Whether a connection to this address and port is allowed: either by the allow list, or because the port is
 * allowed and the address is public and does not belong to this machine. False for a text that is not a plain
 * IP address.
 */
export function isAddressAllowed(address: string, port: number, rules: EgressRules): boolean {
  if (isAllowListed(address, port, rules.allow)) return true
  const bytes = parseAddress(address)
  if (bytes === null || !isPortAllowed(port, rules.ports) || !isPublicAddress(bytes)) return false
  return !rangesOf(rules.ownAddresses).some((own) => isWithin(bytes, own))
}

/** The refusal of an address that is not allowed. The reason is the port if the port alone is refused. */
export function refuseAddress(port: number, rules: EgressRules): Refused {
  return refused(isPortAllowed(port, rules.ports) ? 'address_not_allowed' : 'port_not_allowed')
}

/** Port of an http(s) URL, the default port of its scheme included. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/**
 * Whether the port may be allowed: by the rules of ports, or, once the address is known, by the allow list.
 */
function mayAllowPort(port: number, rules: EgressRules): boolean {
  return isPortAllowed(port, rules.ports) || rules.allow.some((rule) => coversPort(rule, port))
}

function literalOf({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return isIPv4(hostname) ? hostname : null
}

function checkName(url: URL, rules: EgressRules): CheckedUrl | Refused {
  const name = plainName(url.hostname)
  if (!fitsDns(name)) return refused('invalid_url')
  if (!rules.hosts.has(name) && isInternalName(name)) return refused('name_not_allowed')
  return { kind: 'checked', url, literal: null }
}

function checkLiteral(url: URL, literal: string, rules: EgressRules): CheckedUrl | Refused {
  const port = portOf(url)
  return isAddressAllowed(literal, port, rules)
    ? { kind: 'checked', url, literal }
    : refuseAddress(port, rules)
}

function rangesOf(addresses: readonly string[]): readonly AddressRange[] {
  const known = rangesByList.get(addresses)
  if (known) return known
  const ranges = addresses.map(parseRange).filter((range) => range !== null)
  rangesByList.set(addresses, ranges)
  return ranges
}
