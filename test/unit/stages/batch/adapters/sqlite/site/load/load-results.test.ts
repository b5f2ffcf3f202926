import { expect } from 'chai'
import { addressesWhere, pageUrl } from '#stages/batch/site/rules/addresses.ts'
import { ORIGIN, siteOf } from '#test/support/site/site-builder.ts'

describe('results of a site', () => {
  const site = siteOf({
    pages: {
      '/': {
        overall: 90,
        failedRules: ['one', 'two'],
        links: ['https://other.test/', 'https://www.site.test/'],
      },
      '/a': { overall: 70, failedRules: ['one'] },
      'https://www.site.test/b': {},
    },
    failures: { '/x': { code: 'TIMEOUT', details: { status_code: 503, reason: 'slow' } } },
  })

  it('are in order of their numbers, with what is known of each', () => {
    const { n, depth, overall, issues, ms } = site.results
    expect([...n]).to.deep.equal([1, 2, 3, 4])
    expect([...depth]).to.deep.equal([0, 1, 1, 1])
    expect([...overall]).to.deep.equal([90, 70, -1, -1])
    expect([...issues]).to.deep.equal([2, 1, 0, 0])
    expect([...ms]).to.deep.equal([12, 12, 12, -1])
  })

  it('add up the audits', () => {
    const { audited, rules, byCategory } = site.audits
    expect(audited).to.equal(2)
    expect([...rules].map(([rule, { first: _, ...sums }]) => [site.text(rule), sums])).to.deep.equal([
      ['one', { pages: 2, elements: 4, points: 300 }],
      ['two', { pages: 1, elements: 2, points: 150 }],
    ])
    expect(
      [...byCategory].map(([category, scores]) => [site.text(category), ...scores.subarray(0, 4)]),
    ).to.deep.equal([['content', 9000, 7000, 0, 0]])
  })

  it('say which hosts are inside, where the crawl began, and what failed', () => {
    const { isInside, isSeed, code, status } = site.addresses
    const where = (flags: Uint8Array) =>
      addressesWhere(site, (address) => flags[address] === 1).map(({ url }) => url.replace(ORIGIN, ''))
    expect(where(isInside)).to.deep.equal([
      '/',
      '/a',
      '/x',
      'https://www.site.test/',
      'https://www.site.test/b',
    ])
    expect(where(isSeed)).to.deep.equal(['/'])
    const [failed] = addressesWhere(site, (address) => code[address] !== 0)
    expect([
      failed?.url,
      site.text(code[failed?.address as number] as number),
      status[failed?.address as number],
    ]).to.deep.equal([...[`${ORIGIN}/x`, 'TIMEOUT', 503]])
  })

  it('are of one site with the hosts of its domain to which they redirect, and of no other one', () => {
    const list = siteOf({
      pages: {
        '/a': { finalUrl: 'https://www.site.test/a', redirects: [['/a', 301]] },
        '/b': { finalUrl: 'https://other.test/b', redirects: [['/b', 301]] },
      },
      isCrawl: false,
    })
    expect(list.indexable.map((page) => pageUrl(list, page))).to.deep.equal(['https://www.site.test/a'])
  })

  it('are all start pages outside of crawls', () => {
    const list = siteOf({ pages: { '/a': {}, '/b': {} }, isCrawl: false })
    expect([...list.addresses.isSeed]).to.deep.equal([1, 1])
  })
})
