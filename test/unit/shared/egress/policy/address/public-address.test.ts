import { expect } from 'chai'
import { isPublicAddress, parseAddress } from '#shared/egress/policy/address.ts'

function isPublic(text: string): boolean {
  const bytes = parseAddress(text)
  if (bytes === null) throw new Error(`${text} is no address`)
  return isPublicAddress(bytes)
}

const special: [address: string, why: string][] = [
  ['0.0.0.0', 'RFC 1122: this host'],
  ['0.1.2.3', 'RFC 791: this network'],
  ['0.255.255.255', 'RFC 791: its end'],
  ['10.0.0.0', 'RFC 1918'],
  ['10.255.255.255', 'RFC 1918'],
  ['100.64.0.0', 'RFC 6598'],
  ['100.100.100.200', 'RFC 6598: metadata at Alibaba'],
  ['100.127.255.255', 'RFC 6598'],
  ['127.0.0.0', 'RFC 1122'],
  ['127.0.0.1', 'RFC 1122: loopback'],
  ['127.1.2.3', 'RFC 1122: loopback'],
  ['127.255.255.255', 'RFC 1122'],
  ['168.63.129.16', 'wire server of Azure, public space'],
  ['169.254.0.0', 'RFC 3927'],
  ['169.254.0.23', 'metadata at Tencent'],
  ['169.254.169.254', 'metadata at AWS, GCP, Azure'],
  ['169.254.170.2', 'metadata at AWS ECS'],
  ['169.254.255.255', 'RFC 3927'],
  ['172.16.0.0', 'RFC 1918'],
  ['172.31.255.255', 'RFC 1918'],
  ['192.0.0.0', 'RFC 6890'],
  ['192.0.0.8', 'RFC 7600: dummy address'],
  ['192.0.0.9', 'RFC 7723: PCP anycast'],
  ['192.0.0.170', 'RFC 7050: NAT64 discovery'],
  ['192.0.0.171', 'RFC 7050: NAT64 discovery'],
  ['192.0.0.192', 'metadata at Oracle'],
  ['192.0.0.255', 'RFC 6890'],
  ['192.0.2.1', 'RFC 5737'],
  ['192.31.196.1', 'RFC 7535'],
  ['192.52.193.1', 'RFC 7450'],
  ['192.88.99.1', 'RFC 7526'],
  ['192.168.0.0', 'RFC 1918'],
  ['192.168.255.255', 'RFC 1918'],
  ['192.175.48.1', 'RFC 7534'],
  ['198.18.0.0', 'RFC 2544'],
  ['198.19.255.255', 'RFC 2544'],
  ['198.51.100.1', 'RFC 5737'],
  ['203.0.113.1', 'RFC 5737'],
  ['224.0.0.1', 'RFC 5771'],
  ['239.255.255.250', 'RFC 5771: SSDP'],
  ['240.0.0.1', 'RFC 1112'],
  ['255.255.255.255', 'RFC 919'],
  ['::', 'RFC 4291: unspecified'],
  ['::1', 'RFC 4291: loopback'],
  ['::127.0.0.1', 'RFC 4291: compatible'],
  ['::8.8.8.8', 'RFC 4291: compatible, of a public address'],
  ['::ffff:127.0.0.1', 'RFC 4291: mapped'],
  ['::ffff:169.254.169.254', 'RFC 4291: mapped'],
  ['::ffff:8.8.8.8', 'RFC 4291: mapped, of a public address'],
  ['::ffff:0:127.0.0.1', 'RFC 2765: translated'],
  ['64:ff9b::7f00:1', 'RFC 6052: NAT64'],
  ['64:ff9b::169.254.169.254', 'RFC 6052: NAT64'],
  ['64:ff9b:1::1', 'RFC 8215: local NAT64'],
  ['64:ff9b:1:ffff::a9fe:a9fe', 'RFC 8215: local NAT64'],
  ['100::1', 'RFC 6666: discard'],
  ['100:0:0:1::1', 'RFC 9780: dummy prefix'],
  ['1fff:ffff::1', 'RFC 4291: below global unicast'],
  ['2001::1', 'RFC 4380: Teredo'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'RFC 4380: Teredo'],
  ['2001:1::1', 'RFC 7723: PCP anycast'],
  ['2001:2::1', 'RFC 5180: benchmarks'],
  ['2001:3::1', 'RFC 7450: AMT'],
  ['2001:4:112::1', 'RFC 7535: AS112'],
  ['2001:10::1', 'RFC 4843: ORCHID'],
  ['2001:20::1', 'RFC 7343: ORCHIDv2'],
  ['2001:30::1', 'RFC 9374: DETs'],
  ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'RFC 2928: its end'],
  ['2001:db8::1', 'RFC 3849'],
  ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'RFC 3849'],
  ['2002:7f00:1::1', 'RFC 3056: 6to4 of 127.0.0.1'],
  ['2002:808:808::1', 'RFC 3056: 6to4 of a public address'],
  ['2620:4f:8000::1', 'RFC 7534'],
  ['3fff::1', 'RFC 9637'],
  ['3fff:fff:ffff::1', 'RFC 9637'],
  ['2606:4700::5efe:7f00:1', 'RFC 5214: ISATAP of 127.0.0.1'],
  ['2606:4700::200:5efe:10.0.0.1', 'RFC 5214: ISATAP, global bit set'],
  ['4000::1', 'RFC 4291: above global unicast'],
  ['5f00::1', 'RFC 9602: SRv6'],
  ['8000::1', 'RFC 4291: unassigned'],
  ['fc00::1', 'RFC 4193'],
  ['fd00:ec2::254', 'RFC 4193: metadata at AWS'],
  ['fd20:ce::254', 'RFC 4193: metadata at GCP'],
  ['fdff:ffff::1', 'RFC 4193'],
  ['fe80::1', 'RFC 4291: link-local'],
  ['fe80::a9fe:a9fe', 'RFC 4291: link-local'],
  ['febf:ffff::1', 'RFC 4291: link-local'],
  ['fec0::1', 'RFC 3879: site-local'],
  ['ff02::1', 'RFC 4291: multicast'],
  ['ff0e::1', 'RFC 4291: global multicast'],
]

const open: [address: string, why: string][] = [
  ['1.1.1.1', 'public'],
  ['8.8.8.8', 'public'],
  ['93.184.215.14', 'public'],
  ['9.255.255.255', 'before 10.0.0.0/8'],
  ['11.0.0.0', 'behind 10.0.0.0/8'],
  ['100.63.255.255', 'before 100.64.0.0/10'],
  ['100.128.0.0', 'behind 100.64.0.0/10'],
  ['126.255.255.255', 'before 127.0.0.0/8'],
  ['128.0.0.0', 'behind 127.0.0.0/8'],
  ['168.63.129.15', 'beside the wire server'],
  ['168.63.129.17', 'beside the wire server'],
  ['169.253.255.255', 'before 169.254.0.0/16'],
  ['169.255.0.0', 'behind 169.254.0.0/16'],
  ['172.15.255.255', 'before 172.16.0.0/12'],
  ['172.32.0.0', 'behind 172.16.0.0/12'],
  ['191.255.255.255', 'before 192.0.0.0/24'],
  ['192.0.1.0', 'between 192.0.0.0/24 and 192.0.2.0/24'],
  ['192.0.3.0', 'behind 192.0.2.0/24'],
  ['192.31.197.0', 'behind 192.31.196.0/24'],
  ['192.88.98.255', 'before 192.88.99.0/24'],
  ['192.167.255.255', 'before 192.168.0.0/16'],
  ['192.169.0.0', 'behind 192.168.0.0/16'],
  ['198.17.255.255', 'before 198.18.0.0/15'],
  ['198.20.0.0', 'behind 198.18.0.0/15'],
  ['203.0.114.0', 'behind 203.0.113.0/24'],
  ['223.255.255.255', 'before 224.0.0.0/4'],
  ['2001:200::1', 'behind 2001::/23'],
  ['2001:4860:4860::8888', 'public'],
  ['2001:db7:ffff::1', 'before 2001:db8::/32'],
  ['2001:db9::1', 'behind 2001:db8::/32'],
  ['2003::1', 'behind 2002::/16'],
  ['2606:4700:4700::1111', 'public'],
  ['2620:4f:8001::1', 'behind 2620:4f:8000::/48'],
  ['2606:4700::100:5efe:7f00:1', 'no ISATAP identifier'],
  ['2a00:1450:4001::5e', 'public'],
  ['3fff:1000::1', 'behind 3fff::/20'],
]

describe('isPublicAddress', () => {
  for (const [address, why] of special) {
    it(`refuses ${address} (${why})`, () => {
      expect(isPublic(address)).to.equal(false)
    })
  }
  for (const [address, why] of open) {
    it(`allows ${address} (${why})`, () => {
      expect(isPublic(address)).to.equal(true)
    })
  }

  it('has at least the 72 and 7 cases that were compared with other policies', () => {
    expect(new Set(special.map(([address]) => address)).size).to.be.at.least(72)
    expect(new Set(open.map(([address]) => address)).size).to.be.at.least(7)
  })
})
