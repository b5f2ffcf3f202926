import { isIP } from 'node:net'

/** An IP address as bytes in network order: 4 for IPv4, 16 for IPv6. */
export type Address = readonly number[]

/** The addresses whose first `bits` bits equal those of `base`. */
export interface AddressRange {
  readonly base: Address
  readonly bits: number
}

/**
 * Parses an address: IPv4 in dotted decimal, IPv6 in any form of RFC 4291, section 2.2. Null for any other
 * text, including an address with a zone (`fe80::1%eth0`): a text that cannot be parsed is never taken for a
 * harmless address.
 */
export function parseAddress(text: string): Address | null {
  const family = text.includes('%') ? 0 : isIP(text)
  if (family === 4) return text.split('.').map(Number)
  return family === 6 ? ipv6Bytes(text) : null
}

/** Parses `address/bits` (RFC 4632; RFC 4291, section 2.3) or a single address; null for any other text. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', bits, ...rest] = text.split('/')
  const base = parseAddress(address)
  if (base === null || rest.length > 0) return null
  if (bits === undefined) return { base, bits: base.length * 8 }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= base.length * 8 ? { base, bits: Number(bits) } : null
}

/**
 * Whether the address is in the range. Families never match each other: `::ffff:10.0.0.1` is not in
 * `10.0.0.0/8`.
 */
export function isWithin(address: Address, { base, bits }: AddressRange): boolean {
  if (address.length !== base.length) return false
  const whole = bits >> 3
  for (let i = 0; i < whole; i++) if (address[i] !== base[i]) return false
  const rest = bits & 7
  return rest === 0 || ((address[whole] ?? 0) ^ (base[whole] ?? 0)) >> (8 - rest) === 0
}

/** Whether two texts are the same address in any spelling. False if one of them is no address. */
export function isSameAddress(one: string, other: string): boolean {
  const base = parseAddress(other)
  const address = parseAddress(one)
  return base !== null && address !== null && isWithin(address, { base, bits: base.length * 8 })
}

function ipv6Bytes(text: string): Address {
  const [head = '', tail] = text.split('::')
  const front = bytesOf(head)
  if (tail === undefined) return front
  const back = bytesOf(tail)
  return [...front, ...new Array<number>(16 - front.length - back.length).fill(0), ...back]
}

function bytesOf(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}

/**
 * The IANA IPv4 Special-Purpose Address Registry, plus multicast, AS112 and an internal cloud service on a
 * public address.
 */
const refusedIpv4 = ranges([
  '0.0.0.0/8', // RFC 791, 1122: this network; 0.0.0.0 reaches loopback on Linux
  '10.0.0.0/8', // RFC 1918: private
  '100.64.0.0/10', // RFC 6598: carrier-grade NAT; 100.100.100.200 serves metadata at Alibaba
  '127.0.0.0/8', // RFC 1122: loopback
  '168.63.129.16/32', // Azure's wire server, in public space
  '169.254.0.0/16', // RFC 3927: link-local, cloud metadata
  '172.16.0.0/12', // RFC 1918: private
  '192.0.0.0/24', // RFC 6890: IETF protocol assignments; 192.0.0.192 serves metadata at Oracle
  '192.0.2.0/24', // RFC 5737: documentation
  '192.31.196.0/24', // RFC 7535: AS112, no web content
  '192.52.193.0/24', // RFC 7450: AMT relays, no web content
  '192.88.99.0/24', // RFC 7526: 6to4 relays, deprecated
  '192.168.0.0/16', // RFC 1918: private
  '192.175.48.0/24', // RFC 7534: AS112, no web content
  '198.18.0.0/15', // RFC 2544: benchmarks
  '198.51.100.0/24', // RFC 5737: documentation
  '203.0.113.0/24', // RFC 5737: documentation
  '224.0.0.0/4', // RFC 5771: multicast
  '240.0.0.0/4', // RFC 1112: reserved; RFC 919: 255.255.255.255
])

/**
 * RFC 4291: the only global unicast space that IANA assigns. Outside it are loopback, private (fc00::/7),
 * link-local and multicast addresses, and the forms that embed an IPv4 address: compatible, mapped,
 * translated, NAT64 (RFC 6052, RFC 8215).
 */
const globalIpv6 = ranges(['2000::/3'])

/** Special ranges inside 2000::/3: the IANA IPv6 Special-Purpose Address Registry. */
const refusedIpv6 = ranges([
  '2001::/23', // RFC 2928: protocol assignments; Teredo (RFC 4380), benchmarks (5180), ORCHID (4843, 7343), DETs (9374)
  '2001:db8::/32', // RFC 3849: documentation
  '2002::/16', // RFC 3056: 6to4, carries an IPv4 address
  '2620:4f:8000::/48', // RFC 7534: AS112, no web content
  '3fff::/20', // RFC 9637: documentation
])

/** Whether the address is public: it is in no special range. */
export function isPublicAddress(address: Address): boolean {
  const isIn = (range: AddressRange) => isWithin(address, range)
  if (address.length === 4) return !refusedIpv4.some(isIn)
  return globalIpv6.some(isIn) && !refusedIpv6.some(isIn) && !isIsatap(address)
}

/**
 * ISATAP (RFC 5214, section 6.1): an interface identifier of 00-00-5E-FE or 02-00-5E-FE embeds an IPv4
 * address.
 */
function isIsatap(address: Address): boolean {
  const [first, ...rest] = address.slice(8, 12)
  return (first === 0 || first === 2) && rest[0] === 0 && rest[1] === 0x5e && rest[2] === 0xfe
}

function ranges(texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text)
    if (range === null) throw new Error(`"${text}" is not a range of addresses`)
    return range
  })
}

/** An IPv6 address as in a URL (RFC 3986, 3.2.2), without its brackets; other texts as they are. */
export function withoutBrackets(text: string): string {
  const isInBrackets = text.startsWith('[') && text.endsWith(']') && text.includes(':')
  return isInBrackets ? text.slice(1, -1) : text
}
