import { expect } from 'chai'
import { parseCrawledPage } from '#stages/batch/crawl/crawled-page.ts'
import { link, pageOutcome } from './crawl-fixture.ts'

const PAGE = 'https://shop.example/'
const linksOf = (links: readonly object[], more: object = {}) => [
  ...(parseCrawledPage(pageOutcome(PAGE, links, more))?.links ?? []),
]
const canonicalOf = (more: object) => parseCrawledPage(pageOutcome(PAGE, [], more))?.canonical?.href ?? null

describe('parseCrawledPage', () => {
  it('returns each link once, without its fragment', () => {
    const hrefs = [`${PAGE}a`, `${PAGE}a#part`, `${PAGE}#top`, `${PAGE}b?c#d`]
    expect(linksOf(hrefs.map((href) => link(href)))).to.deep.equal([`${PAGE}a`, PAGE, `${PAGE}b?c`])
  })

  it('leaves out links that are not followed, and addresses that are no pages', () => {
    const links = [
      ...['nofollow', 'ugc', 'noopener sponsored', 'ugc,noopener'].map((rel) => link(`${PAGE}x`, rel)),
      link('mailto:a@shop.example', null, 'mailto'),
      { href: 7, type: 'internal' },
      null as never,
      link(`${PAGE}me`, 'me noopener'),
      link('https://other.example/', null, 'external'),
    ]
    expect(linksOf(links)).to.deep.equal([`${PAGE}me`, 'https://other.example/'])
  })

  it('leaves out addresses that are longer than any that is inspected (8,192 characters)', () => {
    const longest = PAGE + 'a'.repeat(8192 - PAGE.length)
    expect(linksOf([link(longest), link(`${longest}b`)])).to.deep.equal([longest])
    expect(canonicalOf({ canonical: { href: longest } })).to.equal(longest)
    expect(canonicalOf({ canonical: { href: `${longest}b` } })).to.equal(null)
  })

  it('follows nothing where robots say so, or where there is no list', () => {
    const indexability = { canonical_valid: true, robots_effective: 'index, nofollow' }
    expect(linksOf([link(`${PAGE}a`)], { indexability })).to.deep.equal([])
    expect(linksOf([], { links: 'none' })).to.deep.equal([])
  })

  it('reads the first 500 links', () => {
    const links = Array.from({ length: 501 }, (_, index) => link(`${PAGE}${index}`))
    expect(linksOf(links)).to.have.length(500)
  })

  for (const [status, isPage] of [
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [undefined, true],
  ] as const) {
    it(`${isPage ? 'reads' : 'does not read'} a page with status ${status}`, () => {
      const page = parseCrawledPage(pageOutcome(PAGE, [], { http: { status } }))
      expect(page?.finalUrl.href ?? null).to.equal(isPage ? PAGE : null)
    })
  }

  it('ignores a canonical URL that does not resolve or contradicts another one', () => {
    const href = `${PAGE}canonical`
    expect(canonicalOf({ canonical: { href } })).to.equal(href)
    expect(canonicalOf({ canonical: { href, status: 200, resolves: true } })).to.equal(href)
    expect(canonicalOf({ canonical: { href, status: 404, resolves: false } })).to.equal(null)
    expect(canonicalOf({ canonical: { href }, indexability: { canonical_valid: false } })).to.equal(null)
    expect(canonicalOf({ canonical: { href: '/relative' } })).to.equal(null)
  })

  it('is null for any other outcome', () => {
    const page = pageOutcome(PAGE, [])
    expect(parseCrawledPage({ ...page, topic: 'result.snapshot' })).to.equal(null)
    for (const json of ['', 'null', '{"result":null}', '{"result":"text"}', '{"result":{"final_url":7}}'])
      expect(parseCrawledPage({ ...page, json }), json).to.equal(null)
  })
})
