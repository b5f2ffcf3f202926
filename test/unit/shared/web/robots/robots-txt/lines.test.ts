import { expect } from 'chai'
import { readLines } from '#shared/web/robots/robots-txt.ts'

const keysOf = (text: string) => [...readLines(text)].map(({ number, key, value }) => [number, key, value])

describe('readLines', () => {
  for (const [name, file] of [
    ['LF', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n'],
    ['CR LF', 'User-Agent: foo\r\nAllow: /some/path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n'],
    ['CR', 'User-Agent: foo\rAllow: /some/path\rUser-Agent: bar\r\r\rDisallow: /\r'],
    ['no last line end', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /'],
    ['a mixture', 'User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /'],
  ] as const) {
    it(`counts lines with ${name} (RFC 9309, 2.2)`, () => {
      expect(keysOf(file)).to.deep.equal([
        [1, 'user-agent', 'foo'],
        [2, 'allow', '/some/path'],
        [3, 'user-agent', 'bar'],
        [6, 'disallow', '/'],
      ])
    })
  }

  it('skips a byte order mark, even an incomplete one, at the beginning', () => {
    for (const mark of ['\xef\xbb\xbf', '\xef\xbb', '\xef']) {
      expect(keysOf(`${mark}User-Agent: foo`)).to.deep.equal([[1, 'user-agent', 'foo']])
    }
    expect(keysOf('\xef\x11\xbfUser-Agent: foo')[0]?.[1]).to.equal('other')
    expect(keysOf('User-Agent: foo\n\xef\xbb\xbfAllow: /')[1]?.[1]).to.equal('other')
  })

  it('removes comments and white space, and keeps the line as written', () => {
    expect([...readLines('  disallow \t:\t/a b  # why \n#all\n:x\nx\n')]).to.deep.equal([
      { number: 1, text: 'disallow \t:\t/a b  # why', key: 'disallow', value: '/a b' },
    ])
  })

  it('accepts prefixes of a key, with frequent typing errors', () => {
    for (const [key, names] of [
      ['user-agent', ['User-agent', 'useragent', 'user agent', 'user-agents']],
      ['disallow', ['Disallow', 'disallowed', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
      ['allow', ['ALLOW', 'allowed']],
      ['sitemap', ['Sitemap', 'site-map', 'sitemaps']],
      ['crawl-delay', ['Crawl-delay', 'crawldelay']],
      ['other', ['host', 'noindex', 'dis-allow', 'no-allow', 'clean-param']],
    ] as const) {
      for (const name of names) expect(keysOf(`${name}: x`), name).to.deep.equal([[1, key, 'x']])
    }
  })

  it('truncates lines at 8 times 2,083 bytes, like Google', () => {
    const [line] = [...readLines(`disallow: /${'a'.repeat(20_000)}`)]
    expect(line?.text).to.have.length(8 * 2083 - 1)
  })
})
