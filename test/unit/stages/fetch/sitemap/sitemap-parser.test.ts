import { expect } from 'chai'
import { SitemapEntries } from '#stages/fetch/sitemap/sitemap-entries.ts'
import { SitemapParser } from '#stages/fetch/sitemap/sitemap-parser.ts'

const PAGE = 'https://www.shop.example/hats'
const NOW = Date.parse('2026-03-01T12:00:00Z')
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The findings in a file that arrives in chunks of some bytes. */
function found(file: string | Uint8Array, chunkBytes = 7, maxWorkMs = 60_000) {
  const url = 'https://www.shop.example/sitemap.xml'
  const entries = new SitemapEntries({ url, lookFor: [PAGE], now: NOW })
  const reader = new SitemapParser(entries, maxWorkMs, 'https://a.example/sitemap.xml')
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  let wantsMore = true
  for (let at = 0; wantsMore && at < bytes.length; at += chunkBytes)
    wantsMore = reader.write(bytes.subarray(at, at + chunkBytes))
  reader.end()
  return { ...entries.findings(), ...reader.findings() }
}

const urlset = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">${entries}</urlset>`
const url = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`

describe('SitemapParser', () => {
  it('finds the page among others, byte by byte', () => {
    const file = urlset(
      url('https://www.shop.example/') +
        url(` ${PAGE}\n`, '<lastmod>2026-02-01</lastmod>') +
        url('https://www.shop.example/gloves'),
    )
    expect(found(file, 1)).to.deep.equal({
      kind: 'urlset',
      fault: null,
      bytes: Buffer.byteLength(file),
      entries: 3,
      foreign: { count: 0, first: null },
      lastmodInvalid: { count: 0, first: null },
      lastmodFuture: { count: 0, first: null },
      isCut: false,
      children: [],
      matches: [{ loc: PAGE, lastmod: '2026-02-01', alternates: [] }],
    })
  })

  it('finds variants of the page, after the page itself', () => {
    const locs = ['http://shop.example/hats/?a=1', PAGE, 'https://www.shop.example/Hats']
    const { matches } = found(urlset(locs.map((loc) => url(loc)).join('')))
    expect(matches.map(({ loc }) => loc)).to.deep.equal([PAGE, locs[0], locs[2]])
  })

  it('reports the language versions of the page', () => {
    const link = (rel: string, hreflang: string) =>
      `<xhtml:link rel="${rel}" hreflang="${hreflang}" href="https://www.shop.example/${hreflang}?a=1&amp;b=2"/>`
    const { matches } = found(urlset(url(PAGE, link('alternate', 'de') + link('next', 'fr'))))
    expect(matches[0]?.alternates).to.deep.equal([
      { hreflang: 'de', href: 'https://www.shop.example/de?a=1&b=2' },
    ])
  })

  it('stops at endless nesting', () => {
    const { fault, bytes, isCut } = found(`<urlset>${'<a>'.repeat(1_000_000)}`, 65_536)
    expect(fault).to.deep.equal({ message: 'its elements are nested too deeply', line: 1 })
    expect(bytes).to.be.at.most(65_536)
    expect(isCut).to.equal(true)
  })

  it('ignores the URL of an image, and finds the fields by the prefix of the root', () => {
    const image = '<image:image><image:loc>https://cdn.example/1.png</image:loc></image:image>'
    expect(found(urlset(url(PAGE, image)))).to.deep.include({
      entries: 1,
      foreign: { count: 0, first: null },
    })
    const prefixed = `<s:urlset xmlns:s="${NAMESPACE}"><s:url><s:loc>${PAGE}</s:loc></s:url></s:urlset>`
    expect(found(prefixed).matches).to.have.length(1)
  })

  it('reads URLs in CDATA, and entities', () => {
    const { matches } = found(urlset(url(`<![CDATA[${PAGE}?a=1&b=2]]>`) + url(`${PAGE}?c&#61;3&amp;d`)))
    expect(matches.map(({ loc }) => loc)).to.deep.equal([`${PAGE}?a=1&b=2`, `${PAGE}?c=3&d`])
  })

  it('counts URLs of other hosts, and dates that are invalid or in the future', () => {
    const dates = ['2026-03-01', '2026-03-02', '2026-03-04', '2027', '01.02.2026', 'never']
    const entries = dates.map((date) => url(PAGE, `<lastmod>${date}</lastmod>`)).join('')
    expect(
      found(urlset(entries + url('https://shop.example/') + url('https://cdn.example/'))),
    ).to.deep.include({
      foreign: { count: 2, first: 'https://shop.example/' },
      // Somewhere the second of March starts at noon UTC of the first.
      lastmodFuture: { count: 2, first: '2026-03-04' },
      lastmodInvalid: { count: 2, first: '01.02.2026' },
    })
  })

  it('reports the sitemaps of an index', () => {
    const child = (name: string) => `<sitemap><loc>https://www.shop.example/${name}.xml</loc></sitemap>`
    const index = `<sitemapindex xmlns="${NAMESPACE}">${child('a')}${child('b#x')}</sitemapindex>`
    expect(found(index)).to.deep.include({
      kind: 'index',
      entries: 2,
      children: ['https://www.shop.example/a.xml', 'https://www.shop.example/b'],
      matches: [],
      fault: null,
    })
  })

  it('reads a text with URLs', () => {
    const text = `\ufeff\r\n${PAGE}\r\nhttps://cdn.example/x\r\n\r\nhttps://www.shop.example/last`
    expect(found(text)).to.deep.include({
      kind: 'text',
      fault: null,
      entries: 3,
      foreign: { count: 1, first: 'https://cdn.example/x' },
      matches: [{ loc: PAGE, lastmod: null, alternates: [] }],
      isCut: false,
    })
  })

  it('reads a feed as a list of pages', () => {
    const item = (link: string, date: string) => `<item><link>${link}</link><pubDate>${date}</pubDate></item>`
    const items = [
      item(PAGE, 'Sun, 01 Mar 2026 10:00:00 GMT'),
      item('https://cdn.example/x', 'Thu, 01 Mar 2096 10:00:00 GMT'),
    ]
    expect(found(`<rss version="2.0"><channel>${items.join('')}</channel></rss>`)).to.deep.include({
      kind: 'urlset',
      fault: null,
      entries: 2,
      foreign: { count: 1, first: 'https://cdn.example/x' },
      lastmodInvalid: { count: 0, first: null },
      lastmodFuture: { count: 1, first: '2096-03-01T10:00:00.000Z' },
      matches: [{ loc: PAGE, lastmod: '2026-03-01T10:00:00.000Z', alternates: [] }],
      isCut: false,
    })
  })

  const faults: readonly [what: string, file: string, line: number, kind: string][] = [
    ['a page in HTML', '<!DOCTYPE html>\n<html lang="en"><p>x', 2, 'other'],
    ['another kind of XML', '<opml version="2.0"></opml>', 1, 'other'],
    ['a feed that is cut', `<rss><channel><item><link>${PAGE}</link></item>`, 1, 'urlset'],
    ['prose', 'Here is\nno sitemap', 1, 'other'],
    ['nothing', ' \n', 1, 'other'],
    ['a tag that nobody closes', urlset(`\n${url(PAGE)}\n<url>`), 4, 'urlset'],
    ['an ampersand as it is', urlset(url(`${PAGE}?a=1&b=2`)), 2, 'urlset'],
    ['no end', urlset(url(PAGE)).slice(0, -3), 2, 'urlset'],
  ]
  for (const [what, file, line, kind] of faults) {
    it(`reports the fault: ${what}`, () => {
      const { fault, kind: read, isCut } = found(file)
      expect({ line: fault?.line, kind: read, isCut }).to.deep.equal({ line, kind, isCut: true })
      expect(fault?.message)
        .to.be.a('string')
        .and.not.match(/^\d+:\d+/)
    })
  }

  it('expands no entities that the file defines: a bomb is a fault', () => {
    const levels = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
    const bomb = `<!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}]>${urlset(url('&e20;')).replace(/<\?.*\?>/, '')}`
    const { fault, entries } = found(bomb, 4096)
    expect([fault?.message, entries]).to.deep.equal(['undefined entity.', 0])
  })

  it('reads no more entries than a sitemap may have', () => {
    const full = url('https://www.shop.example/').repeat(50_000)
    expect(found(urlset(full), 65_536)).to.include({ entries: 50_000, isCut: false })
    expect(found(urlset(full.repeat(2)), 65_536)).to.include({ entries: 50_001, isCut: true })
    expect(found(`${PAGE}\n`.repeat(50_001), 65_536)).to.include({ entries: 50_001, isCut: true })
  })

  it('holds no endless text, tag or line in memory', () => {
    const endless = 'x'.repeat(3_000_000)
    for (const file of [urlset(`<url><loc>${endless}`), `<urlset ${endless}`, `<!--${endless}`, endless]) {
      const { fault, bytes } = found(file, 65_536)
      expect(fault?.message).to.match(/too long|neither/)
      expect(bytes).to.be.below(1_300_000)
    }
  })

  it('cuts the message of a fault', () => {
    const name = 'x'.repeat(100_000)
    expect(found(urlset(`<${name}></y>`), 65_536).fault?.message.length).to.be.at.most(300)
  })

  it('stops at its limit of CPU time', () => {
    const file = urlset(url(PAGE).repeat(3))
    expect(found(file, Buffer.byteLength(urlset(url(PAGE))) - 9, 0)).to.include({
      entries: 1,
      isCut: true,
      fault: null,
    })
  })

  it('reports no more matches than fit into a message', () => {
    const link = `<xhtml:link rel="alternate" hreflang="de" href="https://a.example/${'x'.repeat(1900)}"/>`
    const { matches } = found(urlset(url(PAGE, link.repeat(201)).repeat(11)), 65_536)
    expect(matches).to.have.length.within(1, 10)
    expect(JSON.stringify(matches).length).to.be.below(1_000_000)
  })
})
