import { expect } from 'chai'
import {
  faultOfCanonicals,
  headerCanonicals,
  namedCanonicals,
  readCanonical,
} from '#shared/page/canonical.ts'

const base = 'https://www.example.com/a/page'
const spell = ({ href }: URL) => href
const all = (...hrefs: string[]) => hrefs.map((href) => readCanonical(href, base))

describe('a declared canonical', () => {
  it('is resolved by the base, without white space around it', () => {
    expect(readCanonical(' ../c?x=1\n', base)).to.deep.include({
      written: '../c?x=1',
      href: 'https://www.example.com/c?x=1',
    })
  })

  it('names no URL where it is empty (HTML Standard, 4.2.4), although the URL Standard resolves "" to the base', () => {
    for (const href of ['', ' \n'])
      expect(readCanonical(href, base)).to.deep.equal({ written: '', href: '', url: null })
  })

  it('cannot be used where it is no http(s) URL, and keeps its text', () => {
    expect(readCanonical('http://[', base)).to.deep.equal({
      written: 'http://[',
      href: 'http://[',
      url: null,
    })
    expect(readCanonical('FTP://Example.com/', base)).to.deep.equal({
      written: 'FTP://Example.com/',
      href: 'ftp://example.com/',
      url: null,
    })
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
    expect(faultOfCanonicals([], spell)).to.equal(null)
    expect(faultOfCanonicals(all('/c', 'https://www.example.com/c'), spell)).to.equal(null)
  })

  it('contradict each other, also where one of the URLs cannot be used', () => {
    expect(faultOfCanonicals(all('/c', '/d'), spell)).to.equal('conflicting')
    expect(faultOfCanonicals(all('/c', 'http://['), spell)).to.equal('conflicting')
  })

  it('cannot be used where one names no URL, which is no second name', () => {
    expect(faultOfCanonicals(all(''), spell)).to.equal('unusable')
    expect(faultOfCanonicals(all('/c', ''), spell)).to.equal('unusable')
    expect([...namedCanonicals(all('/c', ''), spell)]).to.deep.equal(['https://www.example.com/c'])
  })
})
