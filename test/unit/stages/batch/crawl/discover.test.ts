import { expect } from 'chai'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import type { Batch, Discovery } from '#stages/batch/frontier/frontier.ts'
import { factsText } from '#test/support/site/facts-text.ts'
import { pageFacts } from '../adapters/sqlite/site/page-facts.ts'
import { crawl, itemAt, link, pageOutcome } from './crawl-fixture.ts'

const site = 'https://www.example.com'
const home = `${site}/`
const urls = (items: Discovery['done']) => items.map(({ parameters }) => parameters.url)

/** The next URLs of a crawl after a home page with these links. */
function next(
  links: readonly object[],
  { rules = {}, more = {} }: { rules?: Partial<CrawlRules>; more?: object } = {},
) {
  return urls(discover(crawl(rules), itemAt(home), pageOutcome(home, links, more)).items)
}

describe('discover', () => {
  it('follows the links of a page, one level deeper', () => {
    const item = itemAt(home, { depth: 3, scope: 'www.example.com' })
    const { items, done } = discover(
      crawl(),
      item,
      pageOutcome(home, [link(`${site}/a`), link(`${site}/b?c=1`)]),
    )
    expect(urls(items)).to.deep.equal([`${site}/a`, `${site}/b?c=1`])
    for (const one of items)
      expect(one).to.include({ depth: 4, from: home, role: 'page', scope: 'www.example.com' })
    expect(done).to.deep.equal([])
  })

  it('uses the parameters of the batch, plus the groups it needs itself', () => {
    const batch: Batch = { ...crawl(), parameters: { fields: 'og', device: 'mobile' } }
    const [first] = discover(batch, itemAt(home), pageOutcome(home, [link(`${site}/a`)])).items
    expect(first?.parameters).to.deep.equal({
      url: `${site}/a`,
      fields: 'og,basic,links,http,indexability',
      device: 'mobile',
      max_images: 25,
      max_links: 500,
    })
  })

  /** The items after a page that sends on; `links` are its own. */
  const sentOn = (
    refresh: { url: string; seconds: number },
    { rules = {}, more = {}, links = [] as readonly object[], from = home } = {},
  ) => {
    const facts = factsText({ ...pageFacts(from), refresh }, null)
    return discover(crawl(rules), itemAt(from, more), pageOutcome(from, links), facts).items
  }
  const positions = (items: Discovery['items']) =>
    items.map(({ parameters, depth, from, scope }) => ({ url: parameters.url, depth, from, scope }))

  it('goes where a page sends on at once, without a click, at the last depth as well', () => {
    const at = { depth: 2, scope: 'www.example.com' }
    const target = { url: `${site}/new`, ...at, from: home }
    const refresh = { url: `${site}/new`, seconds: 0 }
    expect(positions(sentOn(refresh, { more: at }))).to.deep.equal([target])
    expect(positions(sentOn(refresh, { more: at, rules: { maxDepth: 2 } }))).to.deep.equal([target])
    expect(positions(sentOn(refresh, { more: at, links: [link(`${site}/b`)] }))).to.deep.equal([
      target,
      { url: `${site}/b`, depth: 3, from: home, scope: at.scope },
    ])
  })

  it('takes a page that sends on after some time for a link', () => {
    const refresh = { url: `${site}/new`, seconds: 5 }
    expect(positions(sentOn(refresh))).to.deep.equal([
      { url: `${site}/new`, depth: 1, from: home, scope: 'www.example.com' },
    ])
    expect(sentOn(refresh, { rules: { maxDepth: 0 } })).to.deep.equal([])
  })

  it('does not go where a page sends on out of the crawl, or to itself', () => {
    for (const url of ['https://other.test/', `${site}/no/x`, `${site}/file.zip`, `${home}?utm_source=x`])
      expect(sentOn({ url, seconds: 0 }, { rules: { exclude: ['/no/*'] } }), url).to.deep.equal([])
    const prefix = { rules: { scope: 'prefix' as const }, from: `${site}/de/` }
    expect(sentOn({ url: `${site}/en/`, seconds: 0 }, prefix)).to.deep.equal([])
    expect(urls(sentOn({ url: `${site}/de/1/`, seconds: 0 }, prefix))).to.deep.equal([`${site}/de/1/`])
  })

  it('begins where a start page of the same site sends on, as with a redirect', () => {
    const refresh = { url: 'https://shop.example.com/', seconds: 0 }
    expect(positions(sentOn(refresh))).to.deep.equal([
      { url: refresh.url, depth: 0, from: home, scope: 'shop.example.com' },
    ])
    expect(sentOn(refresh, { more: { scope: 'www.example.com', depth: 1 } })).to.deep.equal([])
  })

  it('goes on from an audited page at the last depth, of which nobody reads the links', () => {
    const siteFacts = factsText({ ...pageFacts(home), refresh: { url: `${site}/new`, seconds: 0 } }, null)
    const outcome = { topic: 'result.seo-audit', timing: '', json: '{}', dataref: null }
    const { items } = discover(crawl({ maxDepth: 0 }, 'seo-audit'), itemAt(home), outcome, siteFacts)
    expect(items.map(({ role, depth }) => [role, depth])).to.deep.equal([['page', 0]])
  })

  it('names a page once, however often and with whatever fragment it is linked', () => {
    const links = ['/a', '/a#x', '/a?utm_source=y', '/a', '/a?PHPSESSID=1'].map((path) => link(site + path))
    expect(next(links)).to.deep.equal([`${site}/a`])
  })

  it('names each spelling as the site writes it: the frontier knows that they are one page', () => {
    const links = ['/caf%c3%a9/', '/caf%C3%A9/', '/%7Euser/'].map((path) => link(site + path))
    expect(next(links)).to.deep.equal(links.map(({ href }) => href))
  })

  it('takes a canonical URL in another spelling as the page itself', () => {
    const asked = `${site}/caf%c3%a9/`
    const canonical = { href: `${site}/caf%C3%A9/`, resolves: true, status: 200 }
    const outcome = pageOutcome(asked, [link(`${site}/a`)], { canonical })
    const { items, done } = discover(crawl(), itemAt(asked), outcome)
    expect(urls(items)).to.deep.equal([`${site}/a`])
    expect(done).to.deep.equal([])
  })

  it('takes a redirect to another spelling as no other page', () => {
    const { done } = discover(crawl(), itemAt(`${site}/caf%c3%a9/`), pageOutcome(`${site}/caf%C3%A9/`, []))
    expect(done).to.deep.equal([])
  })

  it('ignores downloads and other schemes', () => {
    const links = [
      link(`${home}#top`, null, 'anchor'),
      link('mailto:a@example.com', null, 'mailto'),
      link('tel:+49', null, 'tel'),
      link('javascript:void(0)', null, 'other'),
      link('ftp://www.example.com/', null, 'external'),
      link('https://user:secret@www.example.com/x'),
      link(`${site}/photo.JPG`),
      link(`${site}/report.pdf?v=2`),
      link(`${site}/backup.tar.gz`),
      link(`${site}/film.mp4`),
      link(`${site}/feed.xml`),
      link(`${site}/wiki/Node.js`),
    ]
    expect(next(links)).to.deep.equal([`${site}/wiki/Node.js`])
  })

  it('ignores nofollow links', () => {
    const links = ['nofollow', 'noopener ugc', 'sponsored', 'ugc,nofollow', 'noopener', null].map((rel) =>
      link(`${site}/${rel}`, rel),
    )
    expect(next(links)).to.deep.equal([`${site}/noopener`, `${site}/null`])
  })

  for (const effective of ['index, nofollow', 'noindex, nofollow'])
    it(`ignores all links of a page that is ${effective}`, () => {
      const indexability = { canonical_valid: true, robots_effective: effective }
      expect(next([link(`${site}/a`)], { more: { indexability } })).to.deep.equal([])
    })

  it('follows the links of a noindex page', () => {
    const indexability = { canonical_valid: true, robots_effective: 'noindex, follow' }
    expect(next([link(`${site}/a`)], { more: { indexability } })).to.deep.equal([`${site}/a`])
  })

  it('ignores the links of an error page', () => {
    for (const status of [404, 503])
      expect(next([link(`${site}/a`)], { more: { http: { status } } })).to.deep.equal([])
  })

  it('stays in its scope', () => {
    const links = [
      link('https://blog.example.com/', null, 'internal'),
      link('https://other.example/', null, 'external'),
    ]
    expect(next(links)).to.deep.equal([])
    expect(next(links, { rules: { scope: 'domain' } })).to.deep.equal(['https://blog.example.com/'])
  })

  it('keeps the scope of the start page at any depth', () => {
    const item = itemAt(`${site}/docs/a/b/c`, { depth: 3, scope: `${site}/docs/` })
    const outcome = pageOutcome(`${site}/docs/a/b/c`, [link(`${site}/docs/x`), link(`${site}/about`)])
    expect(urls(discover(crawl({ scope: 'prefix' }), item, outcome).items)).to.deep.equal([`${site}/docs/x`])
  })

  it('applies include and exclude, and exclude wins', () => {
    const links = ['/blog/1', '/blog/private/2', '/shop/3'].map((path) => link(site + path))
    expect(next(links, { rules: { include: ['*/blog/*', '/sh*'] } })).to.have.length(3)
    expect(next(links, { rules: { include: ['/blog/*'], exclude: ['*private*'] } })).to.deep.equal([
      `${site}/blog/1`,
    ])
  })

  it('stops at its depth', () => {
    const at = (depth: number) =>
      discover(crawl({ maxDepth: 2 }), itemAt(home, { depth }), pageOutcome(home, [link(`${site}/a`)])).items
        .length
    expect([at(0), at(1), at(2), at(3)]).to.deep.equal([1, 1, 0, 0])
  })

  it('avoids spider traps', () => {
    const links = ['/calendar/2099/01', '/a/b/a/b/a/b', '/ok'].map((path) => link(site + path))
    expect(next(links)).to.deep.equal([`${site}/ok`])
  })

  it('names the family of each link', () => {
    const links = ['/plain', '/list?page=1', '/list?page=2'].map((path) => link(site + path))
    const { items } = discover(crawl(), itemAt(home), pageOutcome(home, links))
    expect(items[0]?.family).to.equal(null)
    expect(items[1]?.family).to.deep.equal(items[2]?.family).and.not.equal(null)
  })

  it('considers at most 500 links of a page', () => {
    expect(next(Array.from({ length: 700 }, (_, index) => link(`${site}/${index}`)))).to.have.length(500)
  })

  describe('with a canonical URL', () => {
    const canonical = (href: string, more: object = {}) => ({
      canonical: { href, is_self_canonical: false, resolves: true, status: 200, ...more },
    })
    const at = (own: string, more: object) => {
      const item = itemAt(own, { depth: 2, scope: 'www.example.com' })
      return discover(crawl(), item, pageOutcome(own, [link(`${site}/a`)], more)).items
    }

    it('leaves the links to that page', () => {
      const items = at(`${site}/page?color=red`, canonical(`${site}/page`))
      expect(urls(items)).to.deep.equal([`${site}/page`])
      expect(items[0]).to.include({ depth: 2, from: `${site}/page?color=red` })
    })

    it('follows the links when it is the page itself', () => {
      expect(urls(at(`${site}/page`, canonical(`${site}/page#x`)))).to.deep.equal([`${site}/a`])
    })

    it('follows the links when it redirects to the page that names it', () => {
      const item = itemAt(`${site}/c`, { depth: 1, scope: 'www.example.com' })
      const outcome = pageOutcome(
        `${site}/page`,
        [link(`${site}/a`)],
        canonical(`${site}/c`, { status: null }),
      )
      expect(urls(discover(crawl(), item, outcome).items)).to.deep.equal([`${site}/a`])
    })

    it('follows the links when it is out of scope, missing, or contradictory', () => {
      for (const more of [
        canonical('https://other.example/'),
        canonical('/'),
        canonical(`${site}/p`, { resolves: false, status: 404 }),
        {
          ...canonical(`${site}/p`),
          indexability: { canonical_valid: false, robots_effective: 'index, follow' },
        },
      ])
        expect(urls(at(`${site}/page`, more))).to.deep.equal([`${site}/a`])
    })

    it('trusts a canonical URL that was not requested', () => {
      const more = canonical(`${site}/p`, { resolves: false, status: null })
      expect(urls(at(`${site}/page`, more))).to.deep.equal([`${site}/p`])
    })

    it('leaves the links to the shorter of two addresses, or to the first in order', () => {
      const follows = (path: string, to: string) =>
        urls(at(site + path, canonical(site + to))).includes(`${site}/a`)
      expect([follows('/swap-a', '/swap-b'), follows('/swap-b', '/swap-a')]).to.deep.equal([true, false])
      expect([follows('/short', '/longer'), follows('/longer', '/short')]).to.deep.equal([true, false])
    })

    for (const ring of [
      ['/swap-a', '/swap-b'],
      ['/swap-b', '/swap-a'],
      ['/one', '/three', '/two'],
      ['/x', '/x?y=1', '/x/y/z'],
    ])
      it(`loses no links in the ring ${ring.join(' → ')}`, () => {
        const found = ring.flatMap((path, index) => {
          const to = ring[(index + 1) % ring.length]
          return urls(at(site + path, canonical(site + to)))
        })
        expect(found).to.include(`${site}/a`)
        expect(found).to.include.members(ring.map((path) => site + path))
      })
  })

  describe('after redirects', () => {
    it('records the final URL as done', () => {
      const item = itemAt(`${site}/old`, { depth: 1, scope: 'www.example.com' })
      const { items, done } = discover(
        crawl(),
        item,
        pageOutcome(`${site}/new?utm_source=x`, [link(`${site}/a`)]),
      )
      expect(urls(done)).to.deep.equal([`${site}/new`])
      expect(done[0]?.parameters).to.have.keys(Object.keys(items[0]?.parameters ?? {}))
      expect(urls(items)).to.deep.equal([`${site}/a`])
    })

    it('continues from the final URL of a start page on the same site', () => {
      const item = itemAt('http://example.com/')
      const { items } = discover(crawl(), item, pageOutcome(home, [link(`${site}/a`)]))
      expect(urls(items)).to.deep.equal([`${site}/a`])
    })

    it('does not follow redirects out of scope', () => {
      const item = itemAt(`${site}/login`, { depth: 1, scope: 'www.example.com' })
      const nothing = { items: [], done: [] }
      const outcome = pageOutcome('https://sso.example/', [link('https://sso.example/a'), link(`${site}/a`)])
      expect(discover(crawl(), item, outcome)).to.deep.equal(nothing)
      expect(discover(crawl(), itemAt(home), outcome)).to.deep.equal(nothing)
    })
  })

  describe('with another operation', () => {
    it('finds the page and its discovery item in the outcome of a discovery item', () => {
      const batch: Batch = { ...crawl({}, 'snapshot'), parameters: { format: 'jpeg' } }
      const outcome = pageOutcome(home, [link(`${site}/a`)])
      expect(discover(batch, itemAt(home), outcome).items).to.deep.equal([])
      const { items } = discover(batch, itemAt(home, { role: 'discovery' }), outcome)
      expect(items.map(({ role }) => role)).to.deep.equal(['page', 'discovery'])
      expect(urls(items)).to.deep.equal([`${site}/a`, `${site}/a`])
      expect(items[0]?.parameters).to.include({ format: 'jpeg' }).and.not.have.property('fields')
      expect(items[1]?.parameters).to.include({ max_links: 500 }).and.not.have.property('format')
    })

    it('adds no discovery item for the last pages', () => {
      const batch = crawl({ maxDepth: 1 }, 'seo-audit')
      const { items } = discover(
        batch,
        itemAt(home, { role: 'discovery' }),
        pageOutcome(home, [link(`${site}/a`)]),
      )
      expect(items.map(({ role }) => role)).to.deep.equal(['page'])
    })
  })

  describe('finds nothing, and does not throw,', () => {
    const result = pageOutcome(home, [link(`${site}/a`)])
    for (const [what, json] of Object.entries({
      'in a text that is no JSON': 'oh',
      'without result': '{}',
      'in a result that is none': '{"result":[1]}',
      'in an empty text': '',
      'in a result without links': JSON.stringify({ result: { final_url: home } }),
      'in wrong types': JSON.stringify({
        result: {
          final_url: home,
          links: [null, 1, { href: 5 }, { href: ':', type: 'internal' }],
          canonical: 3,
        },
      }),
    }))
      it(what, () => {
        expect(discover(crawl(), itemAt(home), { ...result, json }).items).to.deep.equal([])
      })

    it('in a failure', () => {
      expect(discover(crawl(), itemAt(home), { ...result, topic: 'inspection.failed' }).items).to.deep.equal(
        [],
      )
    })

    it('in a batch that is not a crawl', () => {
      expect(discover({ ...crawl(), crawl: null }, itemAt(home), result).items).to.deep.equal([])
    })
  })

  it('is pure and fast with 500 links', () => {
    const links = Array.from({ length: 500 }, (_, index) => link(`${site}/shop/item-${index}?color=${index}`))
    const outcome = pageOutcome(home, links)
    const first = discover(crawl(), itemAt(home), outcome)
    const began = process.cpuUsage()
    for (let time = 0; time < 20; time++)
      expect(discover(crawl(), itemAt(home), outcome).items).to.have.length(500)
    expect(process.cpuUsage(began).user / 1000 / 20).to.be.below(50)
    expect(discover(crawl(), itemAt(home), outcome)).to.deep.equal(first)
  })
})
