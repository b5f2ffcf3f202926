import { expect } from 'chai'
import { headerAlternates, readAlternate } from '#shared/page/alternates.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'

const base = 'https://www.example.com/a/page'
const resolve = urlResolver(base, 'UTF-8')

describe('a language version', () => {
  it('has its code and URL as written, trimmed, and an absolute URL', () => {
    const { url, ...rest } = readAlternate(' de-CH ', ' ../de ', resolve)
    expect(rest).to.deep.equal({
      code: 'de-CH',
      spelling: ' de-CH ',
      written: '../de',
      address: 'https://www.example.com/de',
    })
    expect(url?.href).to.equal('https://www.example.com/de')
  })

  it('may have the code x-default (Google, "Tell Google about localized versions")', () => {
    expect(readAlternate('x-default', '/', resolve)).to.include({ code: 'x-default', written: '/' })
  })

  it('has no URL where it names none, and none but http(s)', () => {
    for (const href of ['', ' ', 'http://[', 'mailto:a@b.c', 'android-app://com.example'])
      expect(readAlternate('de', href, resolve).url, href).to.equal(null)
  })

  it('has no URL where that is longer than any URL that is inspected (8,192 characters); its texts are cut', () => {
    const longest = `https://a.example/${'a'.repeat(8192 - 18)}`
    expect(readAlternate('de', longest, resolve).address).to.equal(longest)
    const long = readAlternate('de-'.repeat(100), `${longest}b`, resolve)
    expect(long).to.include({ written: longest, url: null, address: null })
    expect(long.code).to.have.length(200)
  })

  it('in a Link header needs hreflang, and is relative to the URL of the response', () => {
    const lines = [
      '<de>; rel="alternate"; hreflang="de", <feed>; rel=alternate; type="application/rss+xml"',
      '</fr>; rel=ALTERNATE; hreflang=fr, </x>; rel=next; hreflang=it',
    ]
    expect(headerAlternates(lines, base).map(({ code, url }) => [code, url?.href])).to.deep.equal([
      ['de', 'https://www.example.com/a/de'],
      ['fr', 'https://www.example.com/fr'],
    ])
  })
})
