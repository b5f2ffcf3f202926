import { expect } from 'chai'
import type { Context } from 'koa'
import { clientAddress } from '#gateway/access/client-address.ts'

function client(peer: string | undefined, forwarded: string, trustProxy: boolean): string {
  const context = {
    get: (name: string) => (name === 'X-Forwarded-For' ? forwarded : ''),
    req: { socket: { remoteAddress: peer } },
  }
  return clientAddress(context as unknown as Context, trustProxy)
}

const PROXY = '10.0.0.1'

describe('clientAddress', () => {
  it('is the peer of the connection while no proxy is trusted, whatever the header contains', () => {
    for (const forwarded of ['', '198.51.100.7', '198.51.100.7, 203.0.113.9', 'x']) {
      expect(client('192.0.2.1', forwarded, false)).to.equal('192.0.2.1')
    }
  })

  it('is the last entry of a trusted proxy, since earlier ones come from the client', () => {
    expect(client(PROXY, '198.51.100.7', true)).to.equal('198.51.100.7')
    expect(client(PROXY, '203.0.113.9, 198.51.100.7', true)).to.equal('198.51.100.7')
    expect(client(PROXY, '203.0.113.9,198.51.100.7 ', true)).to.equal('198.51.100.7')
  })

  it('is the peer of the connection when the proxy sends no address', () => {
    for (const forwarded of [
      '',
      'unknown',
      '198.51.100.7, ',
      '198.51.100.7, _hidden',
      '1.2.3.4.5',
      '999.1.1.1',
    ]) {
      expect(client(PROXY, forwarded, true), forwarded).to.equal(PROXY)
    }
  })

  it('has no port', () => {
    expect(client(PROXY, '198.51.100.7:4711', true)).to.equal('198.51.100.7')
    expect(client(PROXY, '[2001:db8:1:2::7]:4711', true)).to.equal(client(PROXY, '2001:db8:1:2::7', true))
    expect(client(PROXY, '[2001:db8:1:2::7]', true)).to.equal(client(PROXY, '2001:db8:1:2::7', true))
  })

  it('is a whole /64 of IPv6', () => {
    const one = client('2001:db8:1:2::1', '', false)
    expect(client('2001:db8:1:2:ffff:ffff:ffff:ffff', '', false)).to.equal(one)
    expect(client('2001:DB8:1:2:0:0:0:1', '', false)).to.equal(one)
    expect(client('2001:db8:1:3::1', '', false)).to.not.equal(one)
    expect(client('fe80::1%eth0', '', false)).to.equal(client('fe80::2', '', false))
  })

  it('is the IPv4 address of a client on an IPv6 socket', () => {
    expect(client('::ffff:192.0.2.1', '', false)).to.equal('192.0.2.1')
    expect(client('::ffff:192.0.2.2', '', false)).to.equal('192.0.2.2')
  })

  it('is the same for all clients without an address', () => {
    expect(client(undefined, '', false)).to.equal(client('', 'x', true))
  })
})
