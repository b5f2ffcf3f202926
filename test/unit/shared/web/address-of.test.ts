import { expect } from 'chai'
import { addressOf, equalityKey } from '#shared/web/address-of.ts'

const isSame = (one: string, other: string) => addressOf(new URL(one)) === addressOf(new URL(other))

describe('the spelling of URLs', () => {
  // RFC 3986, 6.2.2 and 6.2.3; URL Standard, host parsing.
  it('are the same in other words', () => {
    expect(isSame('HTTP://EXAMPLE.com:80', 'http://example.com/')).to.equal(true)
    expect(isSame('https://example.com/%7Esmith/%c3%a9', 'https://example.com/~smith/é')).to.equal(true)
    expect(isSame('https://münchen.example/', 'https://xn--mnchen-3ya.example/')).to.equal(true)
    expect(isSame('https://example.com/a/./b/../c', 'https://example.com/a/c')).to.equal(true)
    expect(isSame('https://example.com/a#b', 'https://example.com/a')).to.equal(true)
  })

  it('keeps the fragment of a text', () => {
    expect(equalityKey('https://example.com/%7e/%c3%a9#%7e')).to.equal('https://example.com/~/%C3%A9#~')
    expect(equalityKey('https://example.com/a%2fb#%23')).to.equal('https://example.com/a%2Fb#%23')
  })

  it('differ by slash, case of the path, query order and escapes that mean something', () => {
    expect(isSame('https://example.com/a', 'https://example.com/a/')).to.equal(false)
    expect(isSame('https://example.com/a', 'https://example.com/A')).to.equal(false)
    expect(isSame('https://example.com/?a&b', 'https://example.com/?b&a')).to.equal(false)
    expect(isSame('https://example.com/a%2Fb', 'https://example.com/a/b')).to.equal(false)
  })
})
