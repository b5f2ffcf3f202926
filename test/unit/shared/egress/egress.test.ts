import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { type Egress, type EgressOptions, makeEgress, ownAddresses } from '#shared/egress/egress.ts'
import { defaultPorts, parseAllow, parseHosts } from '#shared/egress/policy/egress-rules.ts'

/** An egress that resolves names with the given table; other names do not exist. */
function egressOf(
  zone: Record<string, string[]>,
  settings: { allow?: string; hosts?: string } & Partial<EgressOptions> = {},
): Egress {
  return makeEgress({
    rules: {
      allow: parseAllow(settings.allow ?? ''),
      hosts: parseHosts(settings.hosts ?? ''),
      ports: defaultPorts,
      ownAddresses: ['198.41.0.4'],
    },
    resolve: async (name) => zone[name] ?? [],
    ...settings,
  })
}

const manyAddresses = (count: number) => Array.from({ length: count }, (_, at) => `8.8.8.${at + 1}`)

/** `allowed` addresses, or the reason why not. */
async function outcomeOf(egress: Egress, url: string): Promise<readonly string[] | string> {
  const decision = await egress.check(url)
  return decision.kind === 'allowed' ? decision.addresses : decision.reason
}

describe('Egress.check', () => {
  const zone = {
    'www.example.com': ['8.8.8.8', '2606:4700:4700::1111'],
    'inner.example.com': ['10.0.0.5'],
    'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
    'mixed6.example.com': ['8.8.8.8', 'fd00::1'],
    'azure.example.com': ['168.63.129.16'],
    'own.example.com': ['198.41.0.4'],
    'odd.example.com': ['8.8.8.8', 'not an address'],
    'zoned.example.com': ['fe80::1%eth0'],
    'many.example.com': manyAddresses(17),
    'manybad.example.com': [...manyAddresses(17), '10.0.0.1'],
  }
  const rows: [url: string, expected: string[] | string][] = [
    ['https://www.example.com/', ['8.8.8.8', '2606:4700:4700::1111']],
    ['https://WWW.example.COM./', ['8.8.8.8', '2606:4700:4700::1111']],
    ['http://www.example.com:8080/', ['8.8.8.8', '2606:4700:4700::1111']],
    ['http://1.1.1.1/', ['1.1.1.1']],
    ['http://inner.example.com/', 'address_not_allowed'],
    ['http://mixed.example.com/', 'address_not_allowed'],
    ['http://mixed6.example.com/', 'address_not_allowed'],
    ['http://azure.example.com/', 'address_not_allowed'],
    ['http://own.example.com/', 'address_not_allowed'],
    ['http://198.41.0.4/', 'address_not_allowed'],
    ['http://odd.example.com/', 'address_not_allowed'],
    ['http://zoned.example.com/', 'address_not_allowed'],
    ['http://many.example.com/', manyAddresses(16)],
    ['http://manybad.example.com/', 'address_not_allowed'],
    ['http://unknown.example.com/', 'dns_failure'],
    ['http://www.example.com:22/', 'port_not_allowed'],
    ['http://localhost/', 'name_not_allowed'],
    ['ftp://www.example.com/', 'scheme_not_allowed'],
    ['http://u:p@www.example.com/', 'credentials_not_allowed'],
    ['nonsense', 'invalid_url'],
  ]
  for (const [url, expected] of rows) {
    it(`${url} returns ${expected}`, async () => {
      expect(await outcomeOf(egressOf(zone), url)).to.deep.equal(expected)
    })
  }

  it('returns the parsed URL', async () => {
    const decision = await egressOf(zone).check('HTTP://WWW.EXAMPLE.COM:80/a b#c')
    expect(decision.kind === 'allowed' && decision.url.href).to.equal('http://www.example.com/a%20b#c')
  })

  it('refuses every address with the same message', async () => {
    const egress = egressOf(zone)
    const urls = [
      'http://inner.example.com/',
      'http://mixed.example.com/',
      'http://azure.example.com/',
      'http://[::1]/',
    ]
    const decisions = await Promise.all(urls.map((url) => egress.check(url)))
    for (const decision of decisions) {
      expect(decision).to.deep.equal({
        kind: 'refused',
        reason: 'address_not_allowed',
        message: 'url must not point to a private or reserved address',
      })
    }
  })

  it('does not query the DNS for a URL that is refused without it', async () => {
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return []
    }
    const egress = egressOf({}, { resolve })
    for (const url of [
      'http://localhost/',
      'http://a.internal/',
      'http://10.0.0.1/',
      'http://example.com:22/',
    ]) {
      await egress.check(url)
    }
    expect(asked).to.deep.equal([])
  })

  it('reports a DNS that does not answer in time', async () => {
    const egress = egressOf({}, { resolve: () => new Promise(() => {}), dnsTimeoutMs: 20 })
    expect(await outcomeOf(egress, 'http://www.example.com/')).to.equal('dns_timeout')
  })
})

describe('Egress.check with an allow list', () => {
  const zone = {
    'wiki.example.com': ['10.0.0.5'],
    'two.example.com': ['10.0.0.5', '10.0.0.6'],
    'www.example.com': ['8.8.8.8'],
  }
  const egress = egressOf(zone, { allow: '10.0.0.5:443,10.0.0.5:6379,8.8.8.8:22' })
  const rows: [url: string, expected: string[] | string][] = [
    ['https://10.0.0.5/', ['10.0.0.5']],
    ['http://10.0.0.5/', 'address_not_allowed'],
    ['https://wiki.example.com/', ['10.0.0.5']],
    ['http://wiki.example.com/', 'address_not_allowed'],
    ['http://wiki.example.com:6379/', ['10.0.0.5']],
    ['https://two.example.com/', 'address_not_allowed'],
    ['http://two.example.com:6379/', 'port_not_allowed'],
    ['http://www.example.com:22/', ['8.8.8.8']],
    ['http://www.example.com:6379/', 'port_not_allowed'],
    ['http://www.example.com:23/', 'port_not_allowed'],
  ]
  for (const [url, expected] of rows) {
    it(`${url} returns ${expected}`, async () => {
      expect(await outcomeOf(egress, url)).to.deep.equal(expected)
    })
  }
})

describe('Egress.check with configured hosts', () => {
  const hosts =
    'wiki=10.0.0.5,localhost=127.0.0.1,www.example.com=1.1.1.1,www.example.com=1.0.0.1,half.test=1.1.1.1,half.test=10.9.9.9'
  const egress = egressOf({ 'www.example.com': ['8.8.8.8'] }, { hosts, allow: '10.0.0.5:*' })
  const rows: [url: string, expected: string[] | string][] = [
    ['http://wiki/', ['10.0.0.5']],
    ['http://WIKI./', ['10.0.0.5']],
    ['http://wiki:22/', ['10.0.0.5']],
    ['http://localhost/', 'address_not_allowed'],
    ['http://www.example.com/', ['1.1.1.1', '1.0.0.1']],
    ['http://half.test/', 'address_not_allowed'],
    ['http://other.test/', 'name_not_allowed'],
    ['http://sub.wiki/', 'dns_failure'],
  ]
  for (const [url, expected] of rows) {
    it(`${url} returns ${expected}`, async () => {
      expect(await outcomeOf(egress, url)).to.deep.equal(expected)
    })
  }
})

describe('ownAddresses', () => {
  it('returns every address of every interface', () => {
    const names = Object.keys(networkInterfaces())
    expect(ownAddresses()).to.include('127.0.0.1')
    expect(ownAddresses().length).to.be.at.least(names.length)
  })
})
