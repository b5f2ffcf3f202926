import { expect } from 'chai'
import {
  faultOfCanonicals,
  headerCanonicals,
  namedCanonicals,
  readCanonical,
  reportedCanonical,
} from '#shared/page/canonical.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'

const base = 'https://www.example.com/a/page'
const resolve = urlResolver(base, 'UTF-8')
const all = (...hrefs: string[]) => hrefs.map((href) => readCanonical(href, resolve))

describe('a declared canonical', () => {
  it('is resolved by the base, without white space around it', () => {
    expect(readCanonical(' ../c?x=1\n', resolve)).to.deep.include({
      written: '../c?x=1',
      href: 'https://www.example.com/c?x=1',
    })
  })

  it('names no URL where it is empty (HTML Standard, 4.2.4), although the URL Standard resolves "" to the base', () => {
    for (const href of ['', ' \n'])
      expect(readCanonical(href, resolve)).to.deep.include({ written: '', href: '', url: null })
  })

  it('cannot be used where it is no http(s) URL, and keeps its text', () => {
    expect(readCanonical('http://[', resolve)).to.deep.include({
      written: 'http://[',
      href: 'http://[',
      url: null,
    })
    expect(readCanonical('FTP://Example.com/', resolve)).to.deep.include({
      written: 'FTP://Example.com/',
      href: 'ftp://example.com/',
      url: null,
    })
  })

  it('cannot be used where it is longer than any URL that is inspected (8,192 characters), and is cut to that', () => {
    const longest = `https://a.example/${'a'.repeat(8192 - 18)}`
    expect(readCanonical(longest, resolve).url?.href).to.equal(longest)
    const longer = readCanonical(`${longest}b`, resolve)
    expect(longer).to.include({ written: longest, href: longest, url: null })
    // In UTF-8 an e with an accent takes two octets, each written as three characters.
    const escaped = readCanonical(`/${'\u00e9'.repeat(1400)}`, resolve)
    expect(escaped).to.include({ written: `/${'\u00e9'.repeat(1400)}`, url: null })
  })

  it('has one spelling for equal URLs, without the fragment', () => {
    expect(readCanonical('/%7ea#b', resolve).address).to.equal('https://www.example.com/~a')
    expect(readCanonical('mailto:a@b.c', resolve).address).to.equal('mailto:a@b.c')
  })

  it('in a Link header is found by a token of rel in any case (RFC 8288, 3.3)', () => {
    const lines = [
      '</style.css>; rel=preload, </c>; rel="next CANONICAL"',
      '<d>; rel=canonical',
      '</e>; rel="x"',
    ]
    expect(headerCanonicals(lines, base).map(({ href }) => href)).to.deep.equal([
      'https://www.example.com/c',
      'https://www.example.com/a/d',
    ])
  })
})

describe('the canonicals of a page', () => {
  it('have no fault without any, and where all name the same URL', () => {
    expect(faultOfCanonicals([])).to.equal(null)
    expect(faultOfCanonicals(all('/c', 'https://www.example.com/c'))).to.equal(null)
  })

  it('contradict each other, also where one of the URLs cannot be used', () => {
    expect(faultOfCanonicals(all('/c', '/d'))).to.equal('conflicting')
    expect(faultOfCanonicals(all('/c', 'http://['))).to.equal('conflicting')
  })

  it('cannot be used where one names no URL, which is no second name', () => {
    expect(faultOfCanonicals(all(''))).to.equal('unusable')
    expect(faultOfCanonicals(all('/c', ''))).to.equal('unusable')
    expect([...namedCanonicals(all('/c', ''))]).to.deep.equal(['https://www.example.com/c'])
  })

  it('are one where they differ in the spelling of escapes alone (RFC 3986, 6.2.2)', () => {
    expect(faultOfCanonicals(all('/caf%c3%a9', '/caf%C3%A9#x', '/c%61f%C3%A9'))).to.equal(null)
  })

  it('are reported by the first that names something, usable or not', () => {
    expect(reportedCanonical(all('', 'mailto:a@b.c', '/c'))?.href).to.equal('mailto:a@b.c')
    expect(reportedCanonical(all('', ' '))).to.equal(null)
  })
})
