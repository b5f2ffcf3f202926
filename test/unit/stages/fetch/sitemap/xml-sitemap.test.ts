import { expect } from 'chai'
import type { SitemapMatch } from '#shared/ports/lookups.ts'
import type { EntryConsumer } from '#stages/fetch/sitemap/sitemap-entries.ts'
import { SitemapFault, XmlSitemap } from '#stages/fetch/sitemap/xml-sitemap.ts'

/** Parses a file in pieces of three characters. */
function parse(file: string, mostEntries = 100) {
  const pages: SitemapMatch[] = []
  const children: SitemapMatch[] = []
  const entries: EntryConsumer = {
    get isOver() {
      return pages.length + children.length >= mostEntries
    },
    addPage: (entry) => void pages.push(entry),
    addChild: (entry) => void children.push(entry),
  }
  const sitemap = new XmlSitemap(entries, 'https://a.example/map/sitemap.xml')
  for (let at = 0; at < file.length; at += 3) sitemap.write(file.slice(at, at + 3))
  sitemap.end()
  return { kind: sitemap.kind, pages, children }
}

function faultOf(file: string): SitemapFault {
  try {
    parse(file)
  } catch (error) {
    if (error instanceof SitemapFault) return error
    throw error
  }
  throw new Error('there was no fault')
}

const urlset = (...entries: string[]) => `<urlset>${entries.join('')}</urlset>`
const entry = (inside: string) => `<url>${inside}</url>`

describe('XmlSitemap', () => {
  it('delivers the fields of each entry, trimmed', () => {
    const file = urlset(
      entry('<loc>\n https://a.example/1 </loc><lastmod> 2026-01-02 </lastmod><priority>1</priority>'),
      entry('<lastmod></lastmod><loc>https://a.example/?a=1&amp;b=2</loc>'),
      entry('<lastmod>2026-01-02</lastmod>'),
    )
    expect(parse(file)).to.deep.equal({
      kind: 'urlset',
      pages: [
        { loc: 'https://a.example/1', lastmod: '2026-01-02', alternates: [] },
        { loc: 'https://a.example/?a=1&b=2', lastmod: null, alternates: [] },
      ],
      children: [],
    })
  })

  it('delivers the sitemaps of an index', () => {
    const file = '<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>'
    const { kind, pages, children } = parse(file)
    expect([kind, pages, children.map(({ loc }) => loc)]).to.deep.equal([
      'index',
      [],
      ['https://a.example/s.xml'],
    ])
  })

  it('reads only elements of the prefix of the root, and at their place', () => {
    const field = '<s:loc>https://a.example/1</s:loc>'
    const other = '<loc>x</loc><i:image><s:loc>y</s:loc></i:image>'
    expect(parse(`<s:urlset><s:url>${other}${field}</s:url></s:urlset>`).pages).to.deep.equal([
      { loc: 'https://a.example/1', lastmod: null, alternates: [] },
    ])
    expect(parse(urlset('<loc>outside of an entry</loc>')).pages).to.deep.equal([])
  })

  it('reads elements of other prefixes that have the namespace of sitemaps', () => {
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
    const image = 'xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"'
    const fields = '<s:loc>https://a.example/1</s:loc><i:loc>no</i:loc>'
    for (const declared of [`xmlns="${namespace}" xmlns:s="${namespace}"`, `xmlns:s="${namespace}"`])
      expect(parse(`<urlset ${declared} ${image}><s:url>${fields}</s:url></urlset>`).pages).to.deep.equal([
        { loc: 'https://a.example/1', lastmod: null, alternates: [] },
      ])
    const mixed = `<s:urlset xmlns="${namespace}" xmlns:s="${namespace}"><url><loc>https://a.example/2</loc></url></s:urlset>`
    expect(parse(mixed).pages.map(({ loc }) => loc)).to.deep.equal(['https://a.example/2'])
  })

  it('keeps alternates of a language, 200 of an entry', () => {
    const link = (attributes: string) => entry(`<loc>u</loc><xhtml:link ${attributes}/>`)
    const good = 'rel="alternate" hreflang="de" href="h"'
    const kept = (attributes: string) => parse(urlset(link(attributes))).pages[0]?.alternates.length
    expect(kept(good)).to.equal(1)
    for (const attributes of [
      'rel="next" hreflang="de" href="h"',
      'rel="alternate" href="h"',
      'rel="alternate" hreflang="de"',
      `rel="alternate" hreflang="${'d'.repeat(65)}" href="h"`,
      `rel="alternate" hreflang="de" href="${'h'.repeat(2048)}"`,
    ])
      expect(kept(attributes), attributes.slice(0, 60)).to.equal(0)
    const many = entry(`<loc>u</loc>${`<xhtml:link ${good}/>`.repeat(201)}`)
    expect(parse(urlset(many)).pages[0]?.alternates).to.have.length(200)
  })

  it('delivers no more than the consumer takes', () => {
    const one = entry('<loc>u</loc>')
    expect(parse(urlset(one, one, one), 2).pages).to.have.length(2)
  })

  for (const [what, file, message, line] of [
    ['another root', '\n<html>', 'the root element is html, not urlset, sitemapindex or that of a feed', 2],
    ['a root named like a member of objects', '<toString>', 'the root element is toString', 1],
    ['an unknown entity', urlset('\n\n', entry('&x;')), 'undefined entity.', 3],
    ['no end', '<urlset>', 'unclosed tag: urlset', 1],
    ['101 levels', `<urlset>${'<a>'.repeat(100)}`, 'its elements are nested too deeply', 1],
  ] as const) {
    it(`throws for ${what}`, () => {
      const fault = faultOf(file)
      expect(fault.message).to.include(message)
      expect(fault.line).to.equal(line)
    })
  }

  it('accepts 100 levels', () => {
    expect(parse(`<urlset>${'<a>'.repeat(99)}${'</a>'.repeat(99)}</urlset>`).kind).to.equal('urlset')
  })
})
