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
