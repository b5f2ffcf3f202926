import { isIPv4 } from 'node:net'
import { type AddressRange, isWithin, parseAddress, parseRange } from './address.ts'
import { coversPort, type EgressRules, isAllowListed, isPortAllowed } from './egress-rules.ts'
import { fitsDns, isInternalName, plainName } from './host-names.ts'
import { isPublicAddress } from './public-address.ts'
import { type Refused, refused } from './refusals.ts'

/** Reading the same few addresses for every target would cost more than all the rest. */
const rangesByList = new WeakMap<readonly string[], readonly AddressRange[]>()

/** A URL with nothing to object to before its name is resolved. `literal` is the address of an IP host, else null. */
export interface CheckedUrl {
  readonly kind: 'checked'
  readonly url: URL
  readonly literal: string | null
}

/**
 * All that can be judged without the DNS, in this order: WHATWG URL, scheme, credentials, port, name, literal address.
 * The URL parser folds every spelling of an address (`0x7f.1`, `2130706433`, full-width digits) into the one judged here.
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
 * Whether a connection to this address and port is allowed: by the allow list, or because the port is allowed and the
 * address is public and not the machine's own. False for whatever is not a plain IP address.
 */
export function isAddressAllowed(address: string, port: number, rules: EgressRules): boolean {
  if (isAllowListed(address, port, rules.allow)) return true
  const bytes = parseAddress(address)
  if (bytes === null || !isPortAllowed(port, rules.ports) || !isPublicAddress(bytes)) return false
  return !rangesOf(rules.ownAddresses).some((own) => isWithin(bytes, own))
}

/** What is wrong with an address that is not allowed: its port alone, wherever the port is enough to refuse. */
export function refuseAddress(port: number, rules: EgressRules): Refused {
  return refused(isPortAllowed(port, rules.ports) ? 'address_not_allowed' : 'port_not_allowed')
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** A port that only the allow list opens can't be refused before the address is known. */
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
