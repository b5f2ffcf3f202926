import { expect } from 'chai'
import {
  parseAbsoluteForm,
  parseAuthorityForm,
  toEndpoint,
  toRequestTarget,
} from '#stages/render/adapters/egress-proxy/request-target.ts'

describe('parseAuthorityForm', () => {
  const good: Record<string, { host: string; port: number }> = {
    'www.example.com:443': { host: 'www.example.com', port: 443 },
    'www.example.com:80': { host: 'www.example.com', port: 80 },
    'WWW.Example.COM:8443': { host: 'www.example.com', port: 8443 },
    '[2001:db8::1]:443': { host: '2001:db8::1', port: 443 },
    // The URL Standard's host parser: these are all 127.0.0.1.
    '0x7f.1:80': { host: '127.0.0.1', port: 80 },
    '2130706433:80': { host: '127.0.0.1', port: 80 },
  }
  for (const [text, target] of Object.entries(good)) {
    it(`reads ${text}`, () => expect(parseAuthorityForm(text)).to.deep.equal(target))
  }
  for (const text of [
    '',
    'www.example.com',
    'www.example.com:',
    'www.example.com:0',
    'www.example.com:65536',
    'www.example.com:443x',
    'user@www.example.com:443',
    'www.example.com/x:22',
    'www.example.com\\x:22',
    'www.example.com?:22',
    'www.example.com#:22',
    'http://www.example.com:80',
    '/:80',
    ':80',
    '2001:db8::1:443',
    'exa mple.com:80',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseAuthorityForm(text)).to.equal(null))
  }
})

describe('parseAbsoluteForm', () => {
  it('takes host, port, the Host field and the path as written', () => {
    expect(parseAbsoluteForm('http://WWW.example.com/a%20b/../c?q=|1')).to.deep.equal({
      host: 'www.example.com',
      port: 80,
      authority: 'www.example.com',
      path: '/a%20b/../c?q=|1',
    })
    expect(parseAbsoluteForm('http://[2001:db8::1]:8080')).to.deep.equal({
      host: '2001:db8::1',
      port: 8080,
      authority: '[2001:db8::1]:8080',
      path: '/',
    })
    expect(parseAbsoluteForm('http://www.example.com?q')).to.include({ path: '/?q' })
  })

  for (const text of [
    '',
    '/',
    '*',
    '//www.example.com/',
    'www.example.com:80',
    'https://www.example.com/',
    'ws://www.example.com/',
    'ftp://www.example.com/',
    'file:///etc/passwd',
    'http:///path',
    'http:www.example.com/',
    'http:/www.example.com/',
    'http://user:pass@www.example.com/',
    'http://user@www.example.com/',
    'http://www.example.com\\@127.0.0.1/',
    'http://www.example.com:99999/',
    'http://www.example.com/#fragment',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseAbsoluteForm(text)).to.equal(null))
  }
})

describe('endpointOf and targetOf', () => {
  const endpoint = (url: string) => toEndpoint(toRequestTarget(new URL(url)))

  it("know each scheme's port", () => {
    expect(endpoint('http://a.example/')).to.equal('a.example:80')
    expect(endpoint('ws://a.example/')).to.equal('a.example:80')
    expect(endpoint('https://a.example/')).to.equal('a.example:443')
    expect(endpoint('wss://a.example/')).to.equal('a.example:443')
    expect(endpoint('https://a.example:8443/')).to.equal('a.example:8443')
  })
})
