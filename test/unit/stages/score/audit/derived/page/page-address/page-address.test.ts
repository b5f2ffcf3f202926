import { expect } from 'chai'
import { isPrivateHost, isWebUrl } from '#stages/score/audit/derived/page/page-address.ts'

describe('addresses', () => {
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
