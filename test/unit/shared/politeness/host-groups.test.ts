import { expect } from 'chai'
import { makeHostGroups } from '#shared/politeness/host-groups.ts'

const addresses: Readonly<Record<string, string>> = {
  'a.one.com': '192.0.2.1',
  'b.two.com': '192.0.2.1',
  'c.two.com': '192.0.2.2',
}
const addressOf = async (url: string) => addresses[new URL(url).hostname] ?? null

describe('HostGroups', () => {
  const units = { host: makeHostGroups('host', addressOf), domain: makeHostGroups('domain', addressOf) }

  // Domains: publicsuffix.org, with its private section.
  for (const [url, host, domain] of [
    ['https://A.one.com:8443/x?y', 'a.one.com', 'one.com'],
    ['http://blog.shop.example.co.uk/', 'blog.shop.example.co.uk', 'example.co.uk'],
    ['http://user.github.io/', 'user.github.io', 'user.github.io'],
    ['http://shop.myshopify.com/', 'shop.myshopify.com', 'shop.myshopify.com'],
    ['http://github.io/', 'github.io', 'github.io'],
    ['http://192.0.2.7/', '192.0.2.7', '192.0.2.7'],
    ['http://[2001:db8::1]/', '[2001:db8::1]', '[2001:db8::1]'],
    ['no url', '', ''],
  ] as const) {
    it(`${url} by host and by domain`, async () => {
      expect([await units.host.of(url), await units.domain.of(url)]).to.deep.equal([host, domain])
      expect([units.host.cached(url), units.domain.cached(url)]).to.deep.equal([host, domain])
    })
  }

  it('by address: hosts of one address together, once it is known', async () => {
    const byAddress = makeHostGroups('ip', addressOf)
    expect(byAddress.cached('http://a.one.com/')).to.equal('a.one.com')
    const of = await Promise.all(
      ['a.one.com', 'b.two.com', 'c.two.com'].map((host) => byAddress.of(`http://${host}/`)),
    )
    expect(of).to.deep.equal(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    expect(byAddress.cached('https://b.two.com:8443/x')).to.equal('192.0.2.1')
  })

  it('by address: a host without an address is a group of its own', async () => {
    expect(await makeHostGroups('ip', addressOf).of('http://gone.example/')).to.equal('gone.example')
  })
})
