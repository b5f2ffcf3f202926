import { expect } from 'chai'
import { isSameAddress, isWithin, parseAddress, parseRange } from '#shared/egress/policy/address.ts'

function within(address: string, range: string): boolean {
  const [bytes, parsed] = [parseAddress(address), parseRange(range)]
  if (bytes === null || parsed === null) throw new Error(`${address} or ${range} cannot be parsed`)
  return isWithin(bytes, parsed)
}

describe('parseAddress', () => {
  it('returns the bytes of IPv4 in network order', () => {
    expect(parseAddress('192.0.2.255')).to.deep.equal([192, 0, 2, 255])
  })

  // RFC 4291, section 2.2, with its own examples.
  const spellings: [string, number[]][] = [
    [
      'ABCD:EF01:2345:6789:ABCD:EF01:2345:6789',
      [0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89],
    ],
    ['2001:DB8:0:0:8:800:200C:417A', [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 8, 8, 0, 0x20, 0x0c, 0x41, 0x7a]],
    ['2001:DB8::8:800:200C:417A', [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 8, 8, 0, 0x20, 0x0c, 0x41, 0x7a]],
    ['FF01::101', [0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['2000::', [0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['::FFFF:129.144.52.38', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 129, 144, 52, 38]],
    ['0:0:0:0:0:0:13.1.68.3', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 1, 68, 3]],
  ]
  for (const [text, bytes] of spellings) {
    it(`parses ${text}`, () => {
      expect(parseAddress(text)).to.deep.equal(bytes)
    })
  }

  const unreadable = [
    '',
    ' ',
    'example.com',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.01',
    '2130706433',
    '256.0.0.1',
    '1.2.3.4.5',
    '1.2.3.4 ',
    '1.2.3.4\n',
    '１.2.3.4',
    '[::1]',
    'fe80::1%eth0',
    '::1%25lo',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::ffff:256.1.1.1',
    '127.0.0.1/8',
    'a'.repeat(8192),
  ]
  for (const text of unreadable) {
    it(`does not parse ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(parseAddress(text)).to.equal(null)
    })
  }
})

describe('isWithin', () => {
  const rows: [string, string, boolean][] = [
    ['10.0.0.0', '10.0.0.0/8', true],
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['9.255.255.255', '10.0.0.0/8', false],
    ['172.31.255.255', '172.16.0.0/12', true],
    ['172.32.0.0', '172.16.0.0/12', false],
    ['10.9.8.7', '10.1.2.3/8', true],
    ['192.0.2.129', '192.0.2.128/25', true],
    ['192.0.2.127', '192.0.2.128/25', false],
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.5', '1.2.3.4', false],
    ['1.2.3.4', '0.0.0.0/0', true],
    ['::1', '0.0.0.0/0', false],
    ['1.2.3.4', '::/0', false],
    ['::ffff:10.0.0.1', '10.0.0.0/8', false],
    ['3fff:fff::', '3fff::/20', true],
    ['3fff:1000::', '3fff::/20', false],
    ['2001:1ff:ffff::', '2001::/23', true],
    ['2001:200::', '2001::/23', false],
  ]
  for (const [address, range, expected] of rows) {
    it(`${address} is ${expected ? '' : 'not '}in ${range}`, () => {
      expect(within(address, range)).to.equal(expected)
    })
  }
})

describe('parseRange', () => {
  for (const text of [
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/0x8',
    '::/129',
  ]) {
    it(`does not parse ${JSON.stringify(text)}`, () => {
      expect(parseRange(text)).to.equal(null)
    })
  }
})

describe('isSameAddress', () => {
  it('compares addresses, not texts', () => {
    expect(isSameAddress('2001:DB8:0::1', '2001:db8::1')).to.equal(true)
    expect(isSameAddress('127.0.0.1', '127.0.0.2')).to.equal(false)
  })

  it('distinguishes the mapped form, and returns false for invalid text', () => {
    expect(isSameAddress('::ffff:127.0.0.1', '127.0.0.1')).to.equal(false)
    expect(isSameAddress('garbage', 'garbage')).to.equal(false)
  })
})
