import { expect } from 'chai'
import type { SitemapMatch } from '#shared/ports/lookups.ts'
import type { EntryConsumer } from '#stages/fetch/sitemap/sitemap-entries.ts'
import { SitemapFault, XmlSitemap } from '#stages/fetch/sitemap/xml-sitemap.ts'

/** The entries of a feed at `https://site.example/blog/feed.xml`, read in pieces of five characters. */
function entriesOf(feed: string): [loc: string, lastmod: string | null][] {
  const found: SitemapMatch[] = []
  const entries: EntryConsumer = {
    isOver: false,
    addPage: (entry) => void found.push(entry),
    addChild: () => expect.fail('a feed is no index'),
  }
  const sitemap = new XmlSitemap(entries, 'https://site.example/blog/feed.xml')
  for (let at = 0; at < feed.length; at += 5) sitemap.write(feed.slice(at, at + 5))
  sitemap.end()
  expect(sitemap.kind).to.equal('urlset')
  return found.map(({ loc, lastmod }) => [loc, lastmod])
}
const locsOf = (feed: string) => entriesOf(feed).map(([loc]) => loc)
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Blog</title><link>https://site.example/</link>
  <image><link>https://site.example/logo</link></image>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/"/><link rel="self" href="/feed.xml"/>
  ${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</feed>`

describe('FeedEntry', () => {
  it('reads items of RSS 2.0', () => {
    const feed = rss(
      '<title>One</title><link> https://site.example/1 </link><pubDate>Mon, 5 Jan 2026 10:00:00 GMT</pubDate>',
      '<link><![CDATA[https://site.example/?a=1&b=2]]></link><pubDate>06 Jan 26 12:00 +0200</pubDate>',
      '<link>https://site.example/?a=1&amp;b=3</link><pubDate>yesterday</pubDate>',
    )
    expect(entriesOf(feed)).to.deep.equal([
      ['https://site.example/1', '2026-01-05T10:00:00.000Z'],
      ['https://site.example/?a=1&b=2', '2026-01-06T10:00:00.000Z'],
      ['https://site.example/?a=1&b=3', null],
    ])
  })

  it('takes the guid of an item without a link, if it is a permalink', () => {
    const feed = rss(
      '<guid>https://site.example/1</guid>',
      '<guid isPermaLink="true">https://site.example/2</guid><link></link>',
      '<guid isPermaLink="false">https://site.example/3</guid>',
      '<guid>tag:site.example,2026:4</guid>',
      '<guid>https://site.example/?p=5</guid><link>https://site.example/5</link>',
    )
    expect(locsOf(feed)).to.deep.equal([
      'https://site.example/1',
      'https://site.example/2',
      'https://site.example/5',
    ])
  })

  it('takes the Atom link of an item', () => {
    const feed = rss(
      '<atom:link href="https://site.example/1"/>',
      '<atom:link rel="self" href="https://site.example/feed"/><a10:link rel="alternate" href="https://site.example/2"/>',
    )
    expect(locsOf(feed)).to.deep.equal(['https://site.example/1', 'https://site.example/2'])
  })

  it('reads items of RSS 1.0, with their date', () => {
    const feed = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://site.example/feed"><link>https://site.example/</link></channel>
      <image><link>https://site.example/logo</link></image>
      <item rdf:about="https://site.example/1"><link>https://site.example/1</link><dc:date>2026-01-05</dc:date></item></rdf:RDF>`
    expect(entriesOf(feed)).to.deep.equal([['https://site.example/1', '2026-01-05']])
  })

  it('reads items of media RSS: the page, not the media', () => {
    const media =
      '<media:content url="https://site.example/1.mp4"><media:player url="https://site.example/p"/></media:content>'
    expect(
      locsOf(rss(`${media}<link>https://site.example/1</link><media:link>no</media:link>`)),
    ).to.deep.equal(['https://site.example/1'])
  })

  it('reads entries of Atom 1.0', () => {
    const feed = atom(
      '<link href="https://site.example/1"/><published>2026-01-01T00:00:00Z</published><updated>2026-01-05T10:00:00Z</updated>',
      '<link rel="replies" href="https://site.example/c"/><link rel="alternate" type="text/html" href="https://site.example/2"/><published>2026-01-02T00:00:00Z</published>',
      '<link rel="alternate" type="application/pdf" href="https://site.example/3.pdf"/><link rel="alternate" type="text/html" href="https://site.example/3"/>',
      '<link rel="http://www.iana.org/assignments/relation/alternate" href="https://site.example/4"/>',
      '<link rel="enclosure" href="https://site.example/5.mp3"/><source><link href="https://other.example/"/></source>',
    )
    expect(entriesOf(feed)).to.deep.equal([
      ['https://site.example/1', '2026-01-05T10:00:00Z'],
      ['https://site.example/2', '2026-01-02T00:00:00Z'],
      ['https://site.example/3', null],
      ['https://site.example/4', null],
    ])
  })

  it('reads a feed whose elements have a prefix', () => {
    const feed = '<a:feed><a:entry><a:link href="https://site.example/1"/></a:entry></a:feed>'
    expect(locsOf(feed)).to.deep.equal(['https://site.example/1'])
  })

  it('resolves relative links with xml:base, and else with the URL of the feed', () => {
    expect(locsOf(rss('<link>/1</link>', '<link>2</link>'))).to.deep.equal([
      'https://site.example/1',
      'https://site.example/blog/2',
    ])
    const feed = `<feed xml:base="https://www.site.example/a/"><entry><link href="1"/></entry>
      <entry xml:base="b/"><link href="2"/></entry><entry><link xml:base="/c/" href="3"/></entry><entry><link href="4"/></entry></feed>`
    expect(locsOf(feed)).to.deep.equal([
      'https://www.site.example/a/1',
      'https://www.site.example/a/b/2',
      'https://www.site.example/c/3',
      'https://www.site.example/a/4',
    ])
  })

  it('delivers links to other hosts as they are', () => {
    expect(locsOf(atom('<link href="https://other.example/x"/>'))).to.deep.equal(['https://other.example/x'])
  })

  it('knows the entities of HTML', () => {
    const feed = rss('<title>Caf&eacute;&nbsp;&hellip;</title><link>https://site.example/caf&eacute;</link>')
    expect(locsOf(feed)).to.deep.equal(['https://site.example/caf\u00e9'])
  })

  it('expands no entity that the feed defines', () => {
    const feed = `<!DOCTYPE rss [<!ENTITY a "https://site.example/a">]>${rss('<link>&a;</link>')}`
    expect(locsOf(feed)).to.deep.equal(['https://site.example/blog/&a;'])
  })

  it('has a fault where the feed is no XML', () => {
    expect(() => entriesOf(rss('<link>https://site.example/1</link><title>a & b</title>'))).to.throw(
      SitemapFault,
    )
    expect(() => entriesOf('<rss><channel><item></channel></rss>')).to.throw(SitemapFault)
  })

  it('keeps no more of a text than a URL may have', () => {
    const [[loc] = ['']] = entriesOf(rss(`<link>https://site.example/${'x'.repeat(100_000)}</link>`))
    expect(loc).to.have.length(2048)
    expect(locsOf(atom(`<link href="https://site.example/${'x'.repeat(2048)}"/>`))).to.deep.equal([])
  })
})
