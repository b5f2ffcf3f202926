import { BlockList, isIPv4 } from 'node:net'
import { expect } from 'chai'
import { isPublicAddress, parseAddress } from '#shared/egress/policy/address.ts'

function isPublic(text: string): boolean {
  const bytes = parseAddress(text)
  if (bytes === null) throw new Error(`${text} is no address`)
  return isPublicAddress(bytes)
}

/**
 * The ranges once more, independently: first address and bits. One list per family, since `BlockList` finds IPv4
 * addresses in the IPv6 ranges that hold their mapped form.
 */
const oracle = { ipv4: new BlockList(), ipv6: new BlockList() }
const oracleIpv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const oracleIpv6: [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
for (const [base, bits] of oracleIpv4) oracle.ipv4.addSubnet(base, bits, 'ipv4')
for (const [base, bits] of oracleIpv6) oracle.ipv6.addSubnet(base, bits, 'ipv6')

/** mulberry32: the same numbers in every run, so that a failure is reproducible. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function ipv4Text(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
}

function ipv4Value(text: string): number {
  return text.split('.').reduce((value, byte) => value * 256 + Number(byte), 0)
}

describe('isPublicAddress against net.BlockList', () => {
  const random = randomNumbers(20_260_101)
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }

  function disagreements(addresses: string[]): string[] {
    return addresses.filter((address) => {
      const family = isIPv4(address) ? 'ipv4' : 'ipv6'
      return isPublic(address) === oracle[family].check(address, family)
    })
  }

  it('agrees on 20,000 random IPv4 addresses', () => {
    const addresses = Array.from({ length: 20_000 }, () => ipv4Text(Math.floor(random() * 2 ** 32)))
    expect(disagreements(addresses)).to.deep.equal([])
    expect(addresses.filter(isPublic).length).to.be.within(15_000, 19_000)
  })

  it('agrees on 20,000 IPv4 addresses around the ends of the ranges', () => {
    const addresses = Array.from({ length: 20_000 }, () => {
      const [base, bits] = pick(oracleIpv4)
      const end = ipv4Value(base) + (random() < 0.5 ? 0 : 2 ** (32 - bits))
      return ipv4Text(end + Math.floor(random() * 9) - 4)
    })
    expect(disagreements(addresses)).to.deep.equal([])
  })

  it('agrees on 20,000 random IPv6 addresses, most of them in 2000::/3', () => {
    const group = (below = 0x10000) => Math.floor(random() * below)
    const addresses = Array.from({ length: 20_000 }, () => {
      const first = random() < 0.2 ? group() : pick([0x2001, 0x2002, 0x2620, 0x3fff, 0x2000 + group(0x2000)])
      const second = pick([0xdb8, 0x4f, group(0x400), group()])
      const rest = [pick([0x8000, group()]), ...Array.from({ length: 5 }, () => group())]
      return [first, second, ...rest].map((value) => value.toString(16)).join(':')
    })
    expect(disagreements(addresses)).to.deep.equal([])
  })
})
