import { expect } from 'chai'
import { type AuditLookups, auditLookups } from '#stages/extract/audit/audit-lookups.ts'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { structuredDataOf } from '#stages/extract/structured-data/structured-data.ts'
import { factsOf, fetched, type Given } from '../pages.ts'
import { auditOptions } from './audit-options.ts'

const PAGE = 'https://www.example.com/a/page'
const { limits } = auditOptions

function neededLookups(html: string, given: Given = {}): AuditLookups {
  const factIndex = indexFacts(factsOf(html, given), fetched(html, given))
  return auditLookups(factIndex, structuredDataOf(factIndex), limits)
}
const at = (path: string) => `https://www.example.com${path}`

describe('auditLookups', () => {
  it('asks about the site only for an empty page', () => {
    expect(neededLookups('')).to.deep.equal({
      page: PAGE,
      addresses: [PAGE],
      canonical: null,
      httpVariant: 'http://www.example.com/a/page',
      icons: [at('/favicon.ico')],
      shareImages: [],
      alternates: [],
      internalLinks: [],
      resources: [],
      images: [],
      externalLinks: [],
      skipped: [],
    })
  })

  it('asks for another canonical, and searches sitemaps for it', () => {
    const canonical = (href: string) => neededLookups(`<link rel="canonical" href="${href}">`)
    expect(canonical('/c#x')).to.deep.include({ canonical: at('/c'), addresses: [PAGE, at('/c')] })
    for (const href of [PAGE, '#top', 'mailto:x@example.com', 'http://['])
      expect(canonical(href).canonical, href).to.equal(null)
  })

  const variants: readonly [url: string, variant: string | null][] = [
    ['https://www.example.com/x?y=1#z', 'http://www.example.com/x?y=1'],
    ['http://www.example.com/x', null],
    ['https://www.example.com:8443/x', null],
  ]
  for (const [url, variant] of variants) {
    it(`finds ${variant === null ? 'no http variant' : 'an http variant'} of ${url}`, () =>
      expect(neededLookups('', { url }).httpVariant).to.equal(variant))
  }

  it('splits links by site, each once, without fragments and without the page itself', () => {
    const hrefs = [
      '/1',
      '/1#a',
      PAGE,
      '#b',
      'https://blog.example.com/',
      'https://x.test/',
      'tel:1',
      'javascript:x()',
    ]
    const { internalLinks, externalLinks } = neededLookups(
      hrefs.map((href) => `<a href="${href}">x</a>`).join(''),
    )
    expect(internalLinks).to.deep.equal([at('/1'), 'https://blog.example.com/'])
    expect(externalLinks).to.deep.equal(['https://x.test/'])
  })

  it('asks for style sheets and scripts of the own site only', () => {
    const { resources } =
      neededLookups(`<link rel="stylesheet" href="/a.css"><link rel="preload stylesheet" href="/b.css">
      <link rel="alternate stylesheet" href="/c.css"><script src="//cdn.example.com/d.js"></script>
      <script src="https://other.test/e.js"></script><script>inline()</script>`)
    expect(resources).to.deep.equal([at('/a.css'), at('/b.css'), 'https://cdn.example.com/d.js'])
  })

  it('asks for shown images, those in structured data first', () => {
    const html = `<img src="/1.png"><img src="data:,x"><img src="/1.png#x"><script type="application/ld+json">
      {"@context": "https://schema.org", "@type": "Product", "url": "/no", "image": ["/p.png", {"@type": "ImageObject", "url": "/q.png"}]}
      </script>`
    expect(neededLookups(html).images).to.deep.equal([at('/p.png'), at('/q.png'), at('/1.png')])
  })

  it('asks for icons and share images', () => {
    const html = `<link rel="icon" href="/i.svg"><meta property="og:image" content="/og.png"><meta name="twitter:image" content="/og.png">`
    const { icons, shareImages } = neededLookups(html)
    expect(icons).to.deep.equal([at('/i.svg')])
    expect(shareImages).to.deep.equal([at('/og.png')])
  })

  it('asks for the other language versions in head and header', () => {
    const html = `<link rel="alternate" hreflang="en" href="${PAGE}"><link rel="alternate" hreflang="de" href="/de">
      <link rel="alternate" type="application/rss+xml" href="/feed"><body><link rel="alternate" hreflang="it" href="/it">`
    const headers = { link: ['<https://www.example.com/fr>; rel="alternate"; hreflang="fr"'] }
    expect(neededLookups(html, { headers }).alternates).to.deep.equal([at('/de'), at('/fr')])
  })

  it('keeps to the limits, and counts the skipped URLs', () => {
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index)).join('')
    const html =
      many(3, (index) => `<link rel="alternate" hreflang="x-${index}" href="/l${index}">`) +
      many(5, (index) => `<link rel="icon" href="/i${index}"><link rel="stylesheet" href="/s${index}">`) +
      many(
        7,
        (index) => `<a href="/a${index}">a</a><a href="https://x${index}.test/">b</a><img src="/p${index}">`,
      )
    const requested = neededLookups(html)
    const lengths = Object.entries(requested).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.length : 0,
    ])
    expect(Object.fromEntries(lengths)).to.include({
      alternates: 2,
      icons: 3,
      resources: 3,
      internalLinks: 5,
      externalLinks: 3,
      images: 4,
    })
    expect(requested.skipped).to.have.deep.members([
      { what: 'icons', reason: 'limit', count: 2 },
      { what: 'alternates', reason: 'limit', count: 1 },
      { what: 'links', reason: 'limit', count: 2 },
      { what: 'resources', reason: 'limit', count: 2 },
      { what: 'images', reason: 'limit', count: 3 },
      { what: 'links', reason: 'limit', count: 4 },
    ])
  })

  it('asks for as few of 100,000 links as of ten', () => {
    const html = Array.from({ length: 100_000 }, (_, index) => `<a href="/${index}">`).join('')
    const { internalLinks, skipped } = neededLookups(html)
    expect(internalLinks).to.have.length(5)
    expect(skipped).to.deep.equal([{ what: 'links', reason: 'limit', count: 99_995 }])
  })
})
