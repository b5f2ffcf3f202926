import { expect } from 'chai'
import {
  addressesWhere,
  canonicalPage,
  endOf,
  isBroken,
  isDisallowed,
  isLoop,
  isSeed,
  pageUrl,
  reasonOf,
  redirectsFrom,
  stateOf,
  statusOf,
  urlOf,
} from '#stages/batch/site/rules/addresses.ts'
import { ORIGIN, siteOf } from '#test/support/site/site-builder.ts'

const site = siteOf({
  pages: {
    '/': { links: ['/unknown'] },
    '/a': { isNoindex: true },
    '/b': {
      finalUrl: '/d',
      redirects: [
        ['/b', 301],
        ['/c', 302],
      ],
    },
    '/gone': { status: 404 },
    '/busy': { status: 429 },
    '/no': { isAllowed: false },
  },
  failures: {
    '/timeout': { code: 'TIMEOUT' },
    '/reset': { code: 'URL_UNREACHABLE', details: { reason: 'connection_reset' } },
    '/round': { code: 'URL_UNREACHABLE', details: { reason: 'too_many_redirects' } },
    '/forbidden': { code: 'ROBOTS_TXT_BLOCKED' },
    '/refused': { code: 'URL_UNREACHABLE', details: { status_code: 503 } },
  },
  probes: { '/x': { status: 302, to: '/y' }, '/y': { status: 302, to: '/x' }, '/ok': { status: 200 } },
})
const all = addressesWhere(site, () => true)
const address = (path: string) => all.find(({ url }) => url === ORIGIN + path)?.address as number
const pathsWhere = (isWanted: (address: number) => boolean) =>
  addressesWhere(site, isWanted).map(({ url }) => url.replace(ORIGIN, ''))

describe('addresses of a site', () => {
  it('are listed in the order of their URLs', () => {
    const urls = all.map(({ url }) => url)
    expect(urls).to.deep.equal(urls.toSorted())
    expect(urlOf(site, address('/gone'))).to.equal(`${ORIGIN}/gone`)
  })

  it('say what came of a request', () => {
    const states = ['/', '/b', '/d', '/timeout', '/ok', '/x', '/unknown'].map((path) =>
      stateOf(site, address(path)),
    )
    expect(states).to.deep.equal(['page', 'redirect', 'page', 'failed', 'answered', 'redirect', 'unknown'])
  })

  it('lead through redirects to their end, or round', () => {
    const hops = (path: string) =>
      redirectsFrom(site, address(path)).map((hop) => urlOf(site, hop).replace(ORIGIN, ''))
    expect(hops('/b')).to.deep.equal(['/c', '/d'])
    expect(hops('/x')).to.deep.equal(['/y', '/x'])
    expect(hops('/')).to.deep.equal([])
  })

  it('are broken with a status from 400 on but 429, and without an answer', () => {
    expect(pathsWhere((one) => isBroken(site, one))).to.deep.equal(['/gone', '/refused', '/reset'])
  })

  it('are forbidden by robots.txt, or redirect without end', () => {
    expect(pathsWhere((one) => isDisallowed(site, one))).to.deep.equal(['/forbidden', '/no'])
    expect(pathsWhere((one) => isLoop(site, one))).to.deep.equal(['/round'])
  })

  it('of pages say why these cannot be indexed, and which ones the crawl began with', () => {
    const pages = Array.from({ length: site.pages.count }, (_, page) => page)
    expect(
      pages.map((page) => [pageUrl(site, page).replace(ORIGIN, ''), reasonOf(site, page)]),
    ).to.deep.equal([
      ['/', 'none'],
      ['/a', 'noindex'],
      ['/busy', 'error'],
      ['/d', 'none'],
      ['/gone', 'error'],
      ['/no', 'blocked'],
    ])
    expect(pages.filter((page) => isSeed(site, page)).map((page) => pageUrl(site, page))).to.deep.equal([
      `${ORIGIN}/`,
    ])
  })

  it('lead to the page at the end of their redirects, in whatever order these became known', () => {
    const probes = { '/1': { status: 301, to: '/2' }, '/2': { status: 302, to: '/end' } }
    for (const known of [probes, Object.fromEntries(Object.entries(probes).toReversed())]) {
      const chained = siteOf({ pages: { '/': {}, '/end': { status: 410 } }, probes: known })
      const answers = addressesWhere(chained, (one) => stateOf(chained, one) === 'redirect').map(
        ({ address: one }) => [
          statusOf(chained, one),
          urlOf(chained, endOf(chained, one)),
          isBroken(chained, one),
        ],
      )
      expect(answers).to.deep.equal([
        [410, `${ORIGIN}/end`, true],
        [410, `${ORIGIN}/end`, true],
      ])
    }
    expect([statusOf(site, address('/unknown')), endOf(site, address('/ok'))]).to.deep.equal([
      0,
      address('/ok'),
    ])
  })

  it('of pages lead to the other page that these name as their canonical', () => {
    const named = siteOf({
      pages: {
        '/a': { canonical: '/b' },
        '/b': { canonical: '/b' },
        '/c': { canonical: '/unread' },
        '/d': {},
      },
    })
    expect([0, 1, 2, 3].map((page) => canonicalPage(named, page))).to.deep.equal([1, -1, -1, -1])
  })
})
