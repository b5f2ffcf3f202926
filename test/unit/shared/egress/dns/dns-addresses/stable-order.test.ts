import { expect } from 'chai'
import { readConfig } from '#shared/config/config.ts'
import { stableOrder } from '#shared/egress/dns/dns-addresses.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'

const IPV4 = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
const IPV6 = ['2001:db8::1', '2001:db8::2']

describe('stableOrder', () => {
  it('does not depend on the order of the input, and alternates the families', () => {
    const one = stableOrder('a.example', [...IPV6, ...IPV4])
    const other = stableOrder('a.example', [...IPV4.toReversed(), ...IPV6.toReversed()])
    expect(one).to.deep.equal(other)
    expect(one.toSorted()).to.deep.equal([...IPV4, ...IPV6].toSorted())
    expect(one.map((address) => address.includes(':'))).to.deep.equal([
      false,
      true,
      false,
      true,
      false,
      false,
    ])
  })

  it('spreads names over their shared addresses', () => {
    const firsts = Array.from({ length: 400 }, (_, n) => stableOrder(`shop-${n}.example`, IPV4)[0])
    const counts = Object.values(Object.groupBy(firsts, (address) => address ?? '')).map((all) => all?.length)
    expect(counts).to.have.length(4)
    // 100 each, give or take five standard deviations.
    for (const count of counts) expect(count).to.be.within(56, 144)
  })

  it('keeps the first address while other addresses change', () => {
    const [first = ''] = stableOrder('a.example', IPV4)
    for (const gone of IPV4.filter((address) => address !== first)) {
      expect(
        stableOrder(
          'a.example',
          IPV4.filter((address) => address !== gone),
        )[0],
      ).to.equal(first)
    }
  })

  it('is used for connections if limits apply per address', async () => {
    const hosts = {
      EGRESS_HOSTS: IPV4.map((address) => `a.test=${address}`).join(),
      EGRESS_ALLOW: '192.0.2.0/24:*',
    }
    const addresses = async (more = {}) => {
      const decision = await egressFromConfig(readConfig({ ...hosts, ...more })).check('http://a.test/')
      return decision.kind === 'allowed' ? decision.addresses : []
    }
    expect(await addresses()).to.deep.equal(stableOrder('a.test', IPV4))
    expect(await addresses({ BATCH_ADDRESS_CONCURRENCY: '0' })).to.deep.equal(IPV4)
    expect(await addresses({ BATCH_ADDRESS_CONCURRENCY: '0', BATCH_POLITE_BY: 'ip' })).to.deep.equal(
      stableOrder('a.test', IPV4),
    )
  })
})
