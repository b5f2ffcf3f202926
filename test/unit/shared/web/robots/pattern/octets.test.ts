import { expect } from 'chai'
import { normalizeOctets, normalizePath } from '#shared/web/robots/pattern.ts'

describe('normalizeOctets (RFC 9309, section 2.2.2)', () => {
  for (const [text, expected] of [
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ["/:/?#[]@!$&'()*+,;=", "/:/?#[]@!$&'()*+,;="],
    ['/-._~', '/-._~'],
    ['/%2d%2E%5f%7E%41%7a%30', '/-._~Az0'],
    ['/%2f%3F%25%20', '/%2F%3F%25%20'],
    ['/\xe3\x83\x84', '/%E3%83%84'],
    ['/%e3%83%84', '/%E3%83%84'],
    ['/a b"<>\\^`{|}\t', '/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%09'],
    ['/100%', '/100%'],
    ['/%zz%4', '/%zz%4'],
  ] as const) {
    it(`normalises ${JSON.stringify(text)} to ${expected}`, () => {
      expect(normalizeOctets(text)).to.equal(expected)
      expect(normalizeOctets(normalizeOctets(text))).to.equal(expected)
    })
  }
})

describe('normalizePath', () => {
  it('encodes the special characters of rules (RFC 9309, section 2.2.3)', () => {
    expect(normalizePath('/a*b$?*')).to.equal('/a%2Ab%24?%2A')
  })
})
