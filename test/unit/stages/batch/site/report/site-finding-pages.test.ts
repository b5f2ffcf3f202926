import { expect } from 'chai'
import { siteFindingPages } from '#stages/batch/site/report/site-finding-pages.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

/** What a rule found, by the numbers of the results. */
function foundBy(rule: string, plan: SitePlan): Record<number, unknown> {
  const site = siteOf(plan)
  const finding = siteFindingPages(site, rule)
  const places = Array.from(site.results.n.keys()).filter((at) => finding.isFound(at))
  return Object.fromEntries(places.map((at) => [at + 1, finding.foundAt(at)]))
}

describe('pages of a finding about the site', () => {
  it('are all of a group, each with the whole group', () => {
    const item = { value: 'Same', urls: ['/', '/a'].map(urlOf) }
    const pages = { '/': { title: 'Same' }, '/x': { title: 'Other' }, '/a': { title: 'Same' } }
    expect(foundBy('site-duplicate-title', { pages })).to.deep.equal({ 1: item, 3: item })
  })

  it('are those that an item names, with its sources', () => {
    const pages = {
      '/': { links: [{ to: '/gone', text: 'here' }] },
      '/a': { links: ['/'] },
      '/gone': { status: 404 },
    }
    expect(foundBy('site-broken-link', { pages })).to.deep.equal({
      3: { url: urlOf('/gone'), status: 404, sources: [{ url: urlOf('/'), text: 'here' }] },
    })
  })

  it('are those that link to what has no result, such as a page of another site', () => {
    const outside = 'https://other.example/'
    const plan = {
      pages: { '/': { links: [outside] }, '/a': { links: ['/'] }, '/b': { links: [outside] } },
      probes: { [outside]: { status: 404 } },
    }
    const sources = [
      { url: urlOf('/'), text: '' },
      { url: urlOf('/b'), text: '' },
    ]
    const item = { url: outside, status: 404, sources }
    expect(foundBy('site-broken-external-link', plan)).to.deep.equal({ 1: item, 3: item })
  })

  it('are all pages with such a link, not those alone that an item has room for', () => {
    const outside = 'https://other.example/'
    const paths = Array.from({ length: 30 }, (_, at) => `/${at}`)
    const pages = {
      '/': { links: paths },
      ...Object.fromEntries(paths.map((path) => [path, { links: [outside, '/', outside] }])),
    }
    const found = foundBy('site-broken-external-link', { pages, probes: { [outside]: { status: 404 } } })
    expect(Object.keys(found)).to.have.length(30)
    expect(found[31]).to.include({ url: outside, sources_total: 30 }).and.not.have.property('more')
  })

  it('are those with links of the kind that the rule is about', () => {
    const pages = {
      '/': { links: ['/a', '/b', '/login'] },
      '/a': { links: ['/', { to: '/login', nofollow: true }] },
      '/b': { links: ['/', { to: '/b', nofollow: true }] },
    }
    const found = foundBy('site-nofollow-inside', { pages })
    expect(Object.keys(found)).to.deep.equal(['2'])
    expect(found[2]).to.deep.include({ url: urlOf('/login'), sources: [{ url: urlOf('/a'), text: '' }] })
  })

  it('have the first 20 further items, and how many there are', () => {
    const outside = Array.from({ length: 30 }, (_, at) => `https://other.example/${at}`)
    const found = foundBy('site-broken-external-link', {
      pages: { '/': { links: outside } },
      probes: Object.fromEntries(outside.map((url) => [url, { status: 404 }])),
    })
    const { more, more_total: total } = found[1] as { more: object[]; more_total: number }
    expect([more.length, total]).to.deep.equal([20, 29])
  })

  it('have further items that name the page in `more`', () => {
    const alternates = { de: '/de', fr: '/fr' }
    const found = foundBy('site-hreflang-no-return', {
      pages: { '/en': { alternates }, '/de': {}, '/fr': {} },
    })
    expect(Object.keys(found)).to.deep.equal(['1'])
    const { more, ...first } = found[1] as { more: object[] }
    expect([first, ...more].map((item) => (item as { hreflang: string }).hreflang)).to.deep.equal([
      'de',
      'fr',
    ])
  })

  it('are the row of a final page that has no result of its own', () => {
    const target = { finalUrl: '/new', title: 'Same' }
    const pages = {
      '/': { title: 'Same' },
      '/older': { ...target, redirects: [['/older', 301]] as const },
      '/old': { ...target, redirects: [['/old', 301]] as const },
    }
    const item = { value: 'Same', urls: ['/', '/new'].map(urlOf) }
    expect(foundBy('site-duplicate-title', { pages })).to.deep.equal({ 1: item, 4: item })
  })

  it('are each result of a URL that comes several times, and none without a finding', () => {
    const pages = { '/': { title: 'Same' }, '/a': { title: 'Same' }, '/c': {} }
    expect(Object.keys(foundBy('site-duplicate-title', { pages }))).to.deep.equal(['1', '2'])
    expect(foundBy('site-redirect-loop', { pages })).to.deep.equal({})
  })

  it('name the first 20 pages of a group', () => {
    const paths = Array.from({ length: 21 }, (_, at) => `/${String(at).padStart(2, '0')}`)
    const pages = Object.fromEntries(paths.map((path) => [path, { title: 'Same' }]))
    const found = foundBy('site-duplicate-title', { pages })
    expect(Object.keys(found)).to.have.length(21)
    expect(found[21]).to.deep.equal({ value: 'Same', urls: paths.slice(0, 20).map(urlOf), urls_total: 21 })
  })

  it('are none of a rule for which too little was gathered', () => {
    const pages = { '/': { links: ['/gone'] }, '/gone': { status: 404 } }
    expect(foundBy('site-broken-link', { pages, isCrawl: false })).to.deep.equal({})
  })
})
