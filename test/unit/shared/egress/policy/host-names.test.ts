import { expect } from 'chai'
import { fitsDns, isInternalName, plainName } from '#shared/egress/policy/host-names.ts'

const internal: [name: string, why: string][] = [
  ['localhost', 'RFC 6761'],
  ['localhost.localdomain', 'hosts files'],
  ['ip6-localhost', 'hosts files'],
  ['ip6-loopback', 'hosts files'],
  ['broadcasthost', 'hosts files'],
  ['intranet', 'one label'],
  ['com', 'one label'],
  ['xn--p1ai', 'one label, IDNA'],
  ['x.localhost', 'RFC 6761'],
  ['a.b.localhost', 'RFC 6761'],
  ['printer.local', 'RFC 6762'],
  ['db.internal', 'ICANN'],
  ['wiki.intranet', 'custom'],
  ['nas.lan', 'custom'],
  ['router.home', 'custom'],
  ['router.home.arpa', 'RFC 8375'],
  ['1.0.0.127.in-addr.arpa', 'RFC 3172'],
  ['git.corp', 'custom'],
  ['x.private', 'custom'],
  ['x.mail', 'custom'],
  ['x.test', 'RFC 6761'],
  ['x.example', 'RFC 6761'],
  ['x.invalid', 'RFC 6761'],
  ['x.onion', 'RFC 7686'],
  ['x.alt', 'RFC 9476'],
  ['x.localdomain', 'custom'],
  ['api.default.svc', 'Kubernetes'],
  ['api.default.svc.cluster.local', 'Kubernetes'],
  ['kubernetes.default', 'Kubernetes'],
  ['kubernetes.default.svc', 'Kubernetes'],
  ['web.service.consul', 'Consul'],
  ['host.docker.internal', 'Docker'],
  ['gateway.docker.internal', 'Docker'],
  ['metadata', 'cloud metadata'],
  ['metadata.google.internal', 'cloud metadata'],
  ['metadata.goog', 'cloud metadata'],
  ['metadata.azure.internal', 'cloud metadata'],
  ['metadata.tencentyun.com', 'cloud metadata'],
  ['instance-data', 'cloud metadata'],
  ['instance-data.ec2.internal', 'cloud metadata'],
  ['rancher-metadata', 'cloud metadata'],
]

const outside = [
  'example.com',
  'www.example.org',
  'localhost.com',
  'notlocalhost.net',
  'internal.example.com',
  'mylocal.dev',
  'local.de',
  'test.de',
  'metadata.com',
  'svc.org',
  '127.0.0.1.nip.io',
  'localtest.me',
  'xn--n3h.net',
  'a_b.example.com',
]

describe('isInternalName', () => {
  for (const [name, why] of internal) {
    it(`${name} is internal (${why})`, () => {
      expect(isInternalName(name)).to.equal(true)
    })
  }
  for (const name of outside) {
    it(`leaves ${name} to the DNS`, () => {
      expect(isInternalName(name)).to.equal(false)
    })
  }
})

describe('plainName', () => {
  it('removes one trailing dot', () => {
    expect(plainName('example.com.')).to.equal('example.com')
    expect(plainName('example.com')).to.equal('example.com')
    expect(plainName('example.com..')).to.equal('example.com.')
  })
})

describe('fitsDns (RFC 1035, section 2.3.4)', () => {
  const label = (length: number) => 'a'.repeat(length)

  it('accepts labels of 1 to 63 octets', () => {
    expect(fitsDns(`${label(63)}.com`)).to.equal(true)
    expect(fitsDns(`${label(64)}.com`)).to.equal(false)
  })

  it('accepts 253 octets in total', () => {
    const long = [label(63), label(63), label(63)].join('.')
    expect(fitsDns(`${long}.${label(61)}`)).to.equal(true)
    expect(fitsDns(`${long}.${label(62)}`)).to.equal(false)
  })

  for (const name of ['', '.', '.com', 'a..com', 'com.', '..']) {
    it(`rejects the empty label of ${JSON.stringify(name)}`, () => {
      expect(fitsDns(name)).to.equal(false)
    })
  }
})
