import { expect } from 'chai'
import { addressesWhere, stateOf } from '#stages/batch/site/rules/addresses.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

const pages: SitePlan['pages'] = {
  '/': { links: ['/a', '/x'], overall: 1, failedRules: ['one'] },
  '/a': { isNoindex: true, overall: 2 },
}

describe('a site as it was gathered', () => {
  it('knows its sitemaps when they were read and list something', () => {
    expect(siteOf({ pages }).hasSitemaps).to.equal(false)
    expect(siteOf({ pages, listed: [] }).hasSitemaps).to.equal(false)
    expect(siteOf({ pages, listed: ['/a'] }).hasSitemaps).to.equal(true)
  })

  it('takes answers of links where nothing better is known', () => {
    const site = siteOf({
      pages,
      probes: { '/a': { status: 404 }, '/x': { status: 301, to: '/a' }, '/y': { error: 'dns_failure' } },
    })
    const states = addressesWhere(site, () => true).map(({ address, url }) => [url, stateOf(site, address)])
    expect(states).to.deep.equal([
      [urlOf('/'), 'page'],
      [urlOf('/a'), 'page'],
      [urlOf('/x'), 'redirect'],
      [urlOf('/y'), 'failed'],
    ])
  })

  it('names the pages that can be indexed, and the rules that a result failed', () => {
    const site = siteOf({ pages })
    expect(site.indexable).to.deep.equal([0])
    expect([site.failedRules(0), site.failedRules(1)]).to.deep.equal([['one'], []])
  })

  it('has links only in crawls', () => {
    expect(siteOf({ pages }).hasLinks).to.equal(true)
    expect(siteOf({ pages, isCrawl: false }).hasLinks).to.equal(false)
  })
})
