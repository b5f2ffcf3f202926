import { expect } from 'chai'
import { addressOf, isPrivateHost, isWebUrl } from '#stages/score/audit/derived/page/page-address.ts'

const isSame = (one: string, other: string) => addressOf(new URL(one)) === addressOf(new URL(other))

describe('addresses', () => {
  // RFC 3986, 6.2.2 and 6.2.3; URL Standard, host parsing.
  it('are the same in other words', () => {
    expect(isSame('HTTP://EXAMPLE.com:80', 'http://example.com/')).to.equal(true)
    expect(isSame('https://example.com/%7Esmith/%c3%a9', 'https://example.com/~smith/é')).to.equal(true)
    expect(isSame('https://münchen.example/', 'https://xn--mnchen-3ya.example/')).to.equal(true)
    expect(isSame('https://example.com/a/./b/../c', 'https://example.com/a/c')).to.equal(true)
    expect(isSame('https://example.com/a#b', 'https://example.com/a')).to.equal(true)
  })

  it('differ by slash, case of the path, query order and escapes that mean something', () => {
    expect(isSame('https://example.com/a', 'https://example.com/a/')).to.equal(false)
    expect(isSame('https://example.com/a', 'https://example.com/A')).to.equal(false)
    expect(isSame('https://example.com/?a&b', 'https://example.com/?b&a')).to.equal(false)
    expect(isSame('https://example.com/a%2Fb', 'https://example.com/a/b')).to.equal(false)
  })

  it('are private for special names and IP literals (RFC 6761)', () => {
    const isPrivate = (url: string) => isPrivateHost(new URL(url))
    expect(
      [
        'http://localhost:80/',
        'http://a.test/',
        'http://10.0.0.1/',
        'http://[::1]/',
        'http://printer/',
      ].every(isPrivate),
    ).to.equal(true)
    expect(['http://example.com/', 'http://localhost.com/'].some(isPrivate)).to.equal(false)
  })

  it('are absolute with a scheme, slashes and a host', () => {
    expect(['https://a.b/', 'HTTP://a'].every(isWebUrl)).to.equal(true)
    expect(['//a.b/', '/a', 'a.b', 'https:a', 'https://', 'ftp://a.b/', ''].some(isWebUrl)).to.equal(false)
  })
})
