import { expect } from 'chai'
import { decodePageFacts, encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { allFacts } from '#stages/extract/facts/page-facts.ts'
import type { PageInput } from '#stages/extract/facts/page-input.ts'
import { siteFactsOf } from '#stages/extract/site/site-facts.ts'
import { fetched, type Given } from '../pages.ts'

function siteFacts(html: string, given: Given = {}, more: Partial<PageInput> = {}) {
  const page = { ...fetched(html, given), ...more }
  return siteFactsOf(
    indexFacts(
      collectFacts(
        decodePage(page.body, 'text/html; charset=utf-8'),
        page,
        new Set([...allFacts, 'site' as const]),
      ),
      page,
    ),
  )
}

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('facts for the report on a site', () => {
  it('are those of the head, of the first main heading and of the answer', () => {
    const facts = siteFacts(
      `<title> A  title </title><meta name=description content="About it"><link rel=canonical href=/a/page>
      <link rel=alternate hreflang=de href=/de><h2>no</h2><h1>Heading</h1><h1>no</h1><p>three words here`,
      { status: 203, robotsTxtAllowed: false },
    )
    expect(facts).to.deep.include({
      finalUrl: 'https://www.example.com/a/page',
      status: 203,
      title: 'A title',
      description: 'About it',
      h1: 'Heading',
      canonical: 'https://www.example.com/a/page',
      alternates: [{ hreflang: 'de', url: 'https://www.example.com/de' }],
      isNoindex: false,
      isAllowed: false,
      isBlocked: false,
      text: null,
    })
  })

  it('have links to documents with their texts, and whether they may be followed', () => {
    const { links } =
      siteFacts(`<a href=/1>one <b>two</b></a><a href="/2#part" rel=nofollow>x</a><a href=/3 rel="UGC">x</a>
      <a href=/4 rel=sponsored>x</a><a href="#top">x</a><a href=mailto:a@b.example>x</a><a href=javascript:void(0)>x</a>`)
    expect(links.map(({ url, isNofollow }) => [new URL(url).pathname, isNofollow])).to.deep.equal([
      ['/1', false],
      ['/2', true],
      ['/3', true],
      ['/4', true],
    ])
    expect(links[0]).to.deep.equal({ url: 'https://www.example.com/1', text: 'one two', isNofollow: false })
  })

  it('follow no link of a page that says nofollow', () => {
    const { links, isNoindex } = siteFacts('<meta name=robots content="noindex, nofollow"><a href=/1>x</a>')
    expect([links[0]?.isNofollow, isNoindex]).to.deep.equal([true, true])
  })

  it('have at most 2,000 links and texts of 200 characters', () => {
    const { links } = siteFacts(`<a href=/0>${'x'.repeat(500)}</a>${'<a href=/1>y</a>'.repeat(2100)}`)
    expect([links.length, links[0]?.text.length]).to.deep.equal([2000, 200])
  })

  it('name things of the structured data by absolute ids (JSON-LD 1.1, 3.3)', () => {
    const { nodes } = siteFacts(
      jsonLd([
        { '@context': 'https://schema.org', '@id': '#it', '@type': 'Product', name: 'Lamp' },
        { '@id': '_:b0', '@type': 'Person', name: 'local to the document' },
        { '@id': 'https://site.test/org' },
        { '@id': 'https://site.test/org', '@type': ['Store', 'Organization'], name: 'We' },
        { '@type': 'Thing', name: 'without an id' },
      ]),
    )
    expect(nodes).to.deep.equal([
      { id: 'https://www.example.com/a/page#it', what: 'Product: Lamp' },
      { id: 'https://site.test/org', what: 'Organization Store: We' },
    ])
  })

  it('have the redirects without fragments, and no canonical that cannot be used', () => {
    const redirects = [
      { url: 'https://www.example.com/old#x', status: 301, location: 'https://www.example.com/a/page' },
    ]
    const facts = siteFacts('<link rel=canonical href="">', {}, { redirects })
    expect(facts.redirects).to.deep.equal([{ url: 'https://www.example.com/old', status: 301 }])
    expect(facts.canonical).to.equal(null)
  })

  it('take no reference for a description, and no id that is none', () => {
    const { nodes } = siteFacts(
      jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@id': '#only', '@context': 'https://schema.org' },
          { '@id': '/root', name: 'Root' },
          { '@id': '../up#x', '@type': 'https://schema.org/Person', headline: 'Up' },
          { '@id': 'urn:isbn:1', url: 'https://a.test/' },
          ...['', '_:x', '_:', 5, null, ['#list'], 'x'.repeat(2049)].map((id) => ({ '@id': id, name: 'x' })),
        ],
      }) + jsonLd({ '@context': 'https://schema.org', '@id': '#alone' }),
    )
    expect(nodes).to.deep.equal([
      { id: 'https://www.example.com/root', what: ': Root' },
      { id: 'https://www.example.com/up#x', what: 'Person: Up' },
      { id: 'urn:isbn:1', what: ': https://a.test/' },
    ])
  })

  it('resolve ids and links against the base of the document', () => {
    const { nodes, links } = siteFacts(
      `<base href="https://base.test/dir/">${jsonLd({ '@id': '#it', name: 'It' })}<a href=x>x</a>`,
    )
    expect([nodes[0]?.id, links[0]?.url]).to.deep.equal([
      'https://base.test/dir/#it',
      'https://base.test/dir/x',
    ])
  })

  for (const [what, html, headers] of [
    ['the meta element', '<meta name=robots content="index,NoFollow">', {}],
    ['none', '<meta name=robots content=NONE>', {}],
    ['the header', '', { 'x-robots-tag': ['nofollow'] }],
  ] as const) {
    it(`follow no link where ${what} says so`, () => {
      const type = { 'content-type': ['text/html'] }
      const { links } = siteFacts(`${html}<a href=/1>x</a>`, { headers: { ...type, ...headers } })
      expect(links.map(({ isNofollow }) => isNofollow)).to.deep.equal([true])
    })
  }

  it('do not follow links that a crawl does not follow, as those whose rel has commas', () => {
    const rels = ['noopener,nofollow', 'UGC,', 'noreferrer sponsored']
    const { links } = siteFacts(rels.map((rel, at) => `<a href=/${at} rel="${rel}">x</a>`).join(''))
    expect(links.map(({ isNofollow }) => isNofollow)).to.deep.equal([true, true, true])
  })

  it('follow links whose rel only looks like nofollow', () => {
    const rels = ['nofollowed', 'external', 'no-follow', 'sponsored-by']
    const { links } = siteFacts(rels.map((rel) => `<a href=/${rel} rel=${rel}>x</a>`).join(''))
    expect(links.map(({ isNofollow }) => isNofollow)).to.deep.equal(rels.map(() => false))
  })

  it('stay within the limits of a header, and in whole characters', () => {
    const nodes = Array.from({ length: 150 }, (_, at) => ({ '@id': `#${at}`, name: 'n'.repeat(500) }))
    const alternates = Array.from({ length: 250 }, (_, at) => `<link rel=alternate hreflang=de href=/${at}>`)
    const facts = siteFacts(
      `<title>${'x'.repeat(999)}\u{1f600}</title><link rel=canonical href="/${'c'.repeat(3000)}">${alternates.join('')}
      <h1>${'h'.repeat(5000)}</h1><a href="/${'l'.repeat(3000)}">long</a>${jsonLd(nodes)}`,
      {},
      {
        redirects: Array.from({ length: 30 }, (_, at) => ({
          ...{ url: `https://www.example.com/${at}`, status: 301, location: 'https://www.example.com/' },
        })),
      },
    )
    expect(facts.title).to.have.length(1000)
    expect(facts.title?.isWellFormed()).to.equal(true)
    expect([facts.h1?.length, facts.canonical, facts.links]).to.deep.equal([1000, null, []])
    expect([facts.alternates.length, facts.nodes.length, facts.redirects.length]).to.deep.equal([
      200, 100, 20,
    ])
    expect(facts.nodes[0]?.what).to.have.length(200)
    expect(decodePageFacts(encodePageFacts(facts))).to.deep.equal(facts)
  })
})
