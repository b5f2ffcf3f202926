import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type AddressRange, isWithin, parseAddress, parseRange, withoutBrackets } from './address.ts'
import { plainName } from './host-names.ts'
import { fetchBadPorts, wellKnownServicePorts } from './service-ports.ts'

/** The configuration of the operator and the addresses of this machine: all that the policy depends on. */
export interface EgressRules {
  /** Allowed even if the address ranges or the ports would refuse them. */
  readonly allow: readonly AllowRule[]
  readonly ports: PortRule
  /**
   * Plain lower-case names (`parseHosts`) with addresses that override the DNS. Name rules do not apply to
   * them, address rules do.
   */
  readonly hosts: ReadonlyMap<string, readonly string[]>
  /** Refused unless in `allow`: the service must not call itself. */
  readonly ownAddresses: readonly string[]
}

export interface AllowRule {
  /** As the operator wrote it. */
  readonly text: string
  readonly range: AddressRange
  readonly port: number | '*'
}

/** Both ends are included. */
export interface PortRange {
  readonly from: number
  readonly to: number
}

export interface PortRule {
  readonly ranges: readonly PortRange[]
  readonly except: ReadonlySet<number>
}

/**
 * 80, 443 and all ports from 1024 on, except the bad ports of the Fetch Standard and well-known ports of
 * services.
 */
export const defaultPorts: PortRule = {
  ranges: [
    { from: 80, to: 80 },
    { from: 443, to: 443 },
    { from: 1024, to: 65535 },
  ],
  except: new Set([...fetchBadPorts, ...wellKnownServicePorts]),
}

/** Whether the rule allows the port. */
export function isPortAllowed(port: number, { ranges, except }: PortRule): boolean {
  return !except.has(port) && ranges.some(({ from, to }) => port >= from && port <= to)
}

/** Whether the operator allowed this address and port explicitly, which overrides all other rules. */
export function isAllowListed(address: string, port: number, allow: readonly AllowRule[]): boolean {
  if (allow.length === 0) return false
  const bytes = parseAddress(address)
  return bytes !== null && allow.some((rule) => coversPort(rule, port) && isWithin(bytes, rule.range))
}

/** Whether an entry of the allow list applies to the port. */
export function coversPort(rule: AllowRule, port: number): boolean {
  return rule.port === '*' || rule.port === port
}

/**
 * Parses `EGRESS_ALLOW`: a comma-separated list of `address:port` or `CIDR:port`; port `*` = any; IPv6 in
 * brackets (`[fd00::/8]:443`). Throws an Error that names an invalid entry.
 */
export function parseAllow(text: string): AllowRule[] {
  return entriesOf(text).map((entry) => {
    const [, bracketed, bits, plain, portText = ''] =
      /^(?:\[([^\]]*)\](\/\d+)?|([^:[\]]*)):([^:]*)$/.exec(entry) ?? []
    const range = bracketed === undefined ? parseIpv4Range(plain) : parseIpv6Range(bracketed + (bits ?? ''))
    const port = portText === '*' ? portText : parsePort(portText)
    if (range && port) return { text: entry, range, port }
    throw new Error(`"${entry}" is not address:port or CIDR:port (IPv6 in brackets, port 1 to 65535 or *)`)
  })
}

/**
 * Parses `EGRESS_HOSTS`: a comma-separated list of `name=address`; several entries of one name add up. Names
 * become plain, lower-case ASCII (IDNA). Throws an Error that names an invalid entry.
 */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const entry of entriesOf(text)) {
    const [nameText = '', addressText = '', ...rest] = entry.split('=').map((part) => part.trim())
    const name = parseName(nameText)
    const address = withoutBrackets(addressText)
    if (name === null || parseAddress(address) === null || rest.length > 0) {
      throw new Error(`"${entry}" is not name=address`)
    }
    hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}

/**
 * Parses `EGRESS_PORTS`: a comma-separated list of ports and ranges (`80,443,8000-8999`); an empty text =
 * `defaultPorts`. Throws an Error that names an invalid entry.
 */
export function parsePorts(text: string): PortRule {
  if (text.trim() === '') return defaultPorts
  const ranges = entriesOf(text).map((entry) => {
    const [from, to = from, ...rest] = entry.split('-').map((part) => parsePort(part.trim()))
    if (from && to && from <= to && rest.length === 0) return { from, to }
    throw new Error(`"${entry}" is not a port or a range of ports (1 to 65535)`)
  })
  if (ranges.length === 0) throw new Error(`"${text}" names no port`)
  return { ranges, except: new Set() }
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65535 ? port : null
}

function parseIpv4Range(text: string | undefined): AddressRange | null {
  return text === undefined ? null : parseRange(text)
}

function parseIpv6Range(text: string): AddressRange | null {
  const range = parseRange(text)
  return range?.base.length === 16 ? range : null
}

/** Only letters, digits, hyphen and underscore: a wildcard or a URL would never match, so it is a mistake. */
function parseName(text: string): string | null {
  const name = plainName(/[^\p{L}\p{M}\p{N}._-]/u.test(text) ? '' : domainToASCII(text))
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && isIP(name) === 0 ? name : null
}
