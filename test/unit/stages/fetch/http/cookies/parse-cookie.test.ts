import { expect } from 'chai'
import { isSubdomain, parseCookie } from '#stages/fetch/http/cookies.ts'

const now = Date.UTC(2026, 0, 1)
const at = (url: string, text: string) => parseCookie(text, new URL(url), now)
const page = 'https://www.shop.example/a/b'

describe('parseCookie', () => {
  it('reads name and value and fills in the defaults (RFC 6265, sections 5.2 and 5.3)', () => {
    expect(at(page, ' id = a=b ')).to.deep.equal({
      name: 'id',
      value: 'a=b',
      domain: 'www.shop.example',
      hostOnly: true,
      path: '/a',
      secure: false,
      expires: Number.POSITIVE_INFINITY,
    })
  })

  it('reads attributes in any case', () => {
    expect(at(page, 'id=1; DOMAIN=.Shop.Example; pAth=/x; SECURE; HttpOnly; SameSite=Lax')).to.include({
      domain: 'shop.example',
      hostOnly: false,
      path: '/x',
      secure: true,
    })
  })

  for (const [url, path] of [
    ['https://shop.example', '/'],
    ['https://shop.example/a', '/'],
    ['https://shop.example/a/', '/a'],
    ['https://shop.example/a/b/c', '/a/b'],
  ] as const) {
    it(`sets the path of a cookie from ${url} to ${path} (RFC 6265, section 5.1.4)`, () => {
      expect(at(url, 'id=1')?.path).to.equal(path)
      expect(at(url, 'id=1; path=relative')?.path).to.equal(path)
    })
  }

  it('computes the expiry, Max-Age before Expires', () => {
    const expires = 'Expires=Thu, 01 Jan 2026 00:01:00 GMT'
    expect(at(page, `id=1; ${expires}`)?.expires).to.equal(now + 60_000)
    expect(at(page, `id=1; ${expires}; Max-Age=10`)?.expires).to.equal(now + 10_000)
    expect(at(page, 'id=1; Max-Age=-1')?.expires).to.equal(now - 1000)
    expect(at(page, 'id=1; Expires=nonsense')?.expires).to.equal(Number.POSITIVE_INFINITY)
  })

  it('keeps a cookie for its host when it names a foreign domain or a public suffix', () => {
    expect(at(page, 'id=1; Domain=other.example')).to.equal(null)
    expect(at(page, 'id=1; Domain=sub.www.shop.example')).to.equal(null)
    expect(at('https://www.shop.co.uk/', 'id=1; Domain=co.uk')).to.equal(null)
    expect(at('https://foo.github.io/', 'id=1; Domain=github.io')).to.equal(null)
    expect(at('https://github.io/', 'id=1; Domain=github.io')).to.include({ hostOnly: true })
    expect(at('https://foo.github.io/', 'id=1; Domain=foo.github.io')).to.include({ hostOnly: false })
    expect(at('http://127.0.0.1/', 'id=1; Domain=0.0.1')).to.equal(null)
  })

  it('ignores Secure cookies from http, and cookies that break the rules of their prefix', () => {
    expect(at('http://www.shop.example/', 'id=1; Secure')).to.equal(null)
    expect(at(page, '__Secure-id=1')).to.equal(null)
    expect(at(page, '__Secure-id=1; Secure')).to.include({ name: '__Secure-id' })
    expect(at(page, '__Host-id=1; Secure; Path=/')).to.include({ name: '__Host-id' })
    expect(at(page, '__host-id=1; Secure; Path=/; Domain=shop.example')).to.equal(null)
    expect(at(page, '__Host-id=1; Secure; Path=/a')).to.equal(null)
  })

  it('ignores cookies that could not be sent back', () => {
    expect(at(page, '=value')).to.equal(null)
    expect(at(page, 'id=a\u0000b')).to.equal(null)
    expect(at(page, 'id=a\nb')).to.equal(null)
    expect(at(page, `id=${'x'.repeat(4096)}`)).to.equal(null)
  })
})

describe('isSubdomain', () => {
  it('compares whole labels, and never IP addresses', () => {
    expect(isSubdomain('a.shop.example', 'shop.example')).to.equal(true)
    expect(isSubdomain('webshop.example', 'shop.example')).to.equal(false)
    expect(isSubdomain('shop.example', 'shop.example')).to.equal(false)
    expect(isSubdomain('127.0.0.1', '0.0.1')).to.equal(false)
  })
})
