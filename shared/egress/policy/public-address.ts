import { type Address, type AddressRange, isWithin, parseRange } from './address.ts'

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
