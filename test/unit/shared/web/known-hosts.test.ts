import { expect } from 'chai'
import { canonicalHost, knownHosts } from '#shared/web/known-hosts.ts'

describe('known hosts', () => {
  const loopback = [
    ...['127.0.0.1', '127.0.0.1:8080', '127.255.255.254', '127.1', '2130706433', '0x7f.1'],
    ...['[::1]', '[::1]:1', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'],
    ...['localhost', 'LocalHost:80', 'localhost.', 'a.localhost', 'a_b.c.localhost:1', 'a.localhost.'],
  ]
  const others = [
    ...['evil.example', 'localhost.evil.example', 'evillocalhost', '127.0.0.1.evil.example', 'localhost..'],
    ...['128.0.0.1', '0.0.0.0', '10.0.0.1', '192.168.0.1', '[::]', '[::2]', '[fe80::1]', '[::ffff:10.0.0.1]'],
    ...[
      'evil.example:80',
      'a@localhost',
      'localhost/..',
      'localhost#a',
      'localhost?',
      'a\\localhost',
      '127.0.0.1:99999',
      '[::1',
      ' ',
    ],
  ]

  for (const address of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1'])
    it(`of a listener on ${address} are those of loopback`, () => {
      const isKnown = knownHosts(address, [])
      expect(loopback.filter((host) => !isKnown(host))).to.deep.equal([])
      expect(others.filter(isKnown)).to.deep.equal([])
    })

  it('are also the allowed ones, on any port', () => {
    const isKnown = knownHosts('127.0.0.1', ['probe.example', '[2001:db8::1]'])
    const known = ['probe.example', 'PROBE.example:81', '[2001:DB8:0::1]:80', 'localhost']
    expect(known.filter((host) => !isKnown(host))).to.deep.equal([])
    expect(['a.probe.example', 'probe.example.', 'example'].filter(isKnown)).to.deep.equal([])
  })

  it('include a request without a host', () => {
    expect([undefined, ''].map(knownHosts('127.0.0.1', []))).to.deep.equal([true, true])
  })

  for (const address of ['0.0.0.0', '::', '10.0.0.1', '192.0.2.1', '2001:db8::1'])
    it(`of a listener on ${address} are all`, () => {
      expect(others.filter((host) => !knownHosts(address, [])(host))).to.deep.equal([])
    })

  it('have one notation', () => {
    expect(['EXAMPLE:1', 'b\u00fccher.example', '127.1', '[0::1]:2', '%61'].map(canonicalHost)).to.deep.equal(
      [...['example', 'xn--bcher-kva.example', '127.0.0.1', '[::1]', 'a']],
    )
  })
})
