import { expect } from 'chai'
import { applicableRules, shortened, siteIssuesOf, urlsOf } from '#stages/batch/site/report/site-issues.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

const pages = { '/': { links: ['/gone'] }, '/gone': { status: 404 } }

describe('issues of a site', () => {
  it('have the texts of their rule, and count items and the URLs that these name', () => {
    const same = { title: 'Same', links: ['/'] }
    const [issue] = siteIssuesOf(siteOf({ pages: { '/': same, '/a': same, '/b': same }, isCrawl: false }))
    expect(issue).to.include({ id: 'site-duplicate-title', severity: 'warning', affected: 3, items_total: 1 })
    expect(issue?.items).to.deep.equal([{ value: 'Same', urls: ['/', '/a', '/b'].map(urlOf) }])
    for (const text of [issue?.title, issue?.why, issue?.fix])
      expect(text).to.be.a('string').and.not.equal('')
    expect(issue?.docs_url).to.match(/^https:/)
    expect(issue?.effort).to.be.oneOf(['minutes', 'hours', 'days'])
  })

  it('count a page once that several items name', () => {
    const alternates = { de: '/de', fr: '/fr', it: '/it' }
    const [issue] = siteIssuesOf(
      siteOf({ pages: { '/en': { alternates }, '/de': {}, '/fr': {}, '/it': {} }, isCrawl: false }),
    )
    expect(issue).to.include({ id: 'site-hreflang-no-return', items_total: 3, affected: 1 })
  })

  it('are of the rules for which enough was gathered', () => {
    const ids = (plan: object) => applicableRules(siteOf({ pages, ...plan })).map(({ id }) => id)
    expect(ids({ isCrawl: false }))
      .to.include('site-duplicate-title')
      .and.not.include('site-broken-link')
    expect(ids({})).to.include('site-broken-link').and.not.include('site-orphan-page')
    expect(ids({ listed: ['/'] })).to.have.length(siteRules.length)
    // A sitemap that lists nothing says nothing about what is missing in it.
    expect(ids({ listed: [] })).to.not.include('site-not-in-sitemap')
  })

  it('show the first 100 URLs of a group, and how many it has', () => {
    const urls = Array.from({ length: 101 }, (_, at) => `https://site.test/${at}`)
    expect(shortened({ urls })).to.deep.equal({ urls: urls.slice(0, 100), urls_total: 101 })
    expect(shortened({ urls: urls.slice(1) })).to.deep.equal({ urls: urls.slice(1) })
    expect(urlsOf({ url: 'a' })).to.deep.equal(['a'])
  })
})

describe('rules about a site', () => {
  it('have ids of their own, and errors come first', () => {
    const ids = siteRules.map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const id of ids) expect(id).to.match(/^site-[a-z0-9-]+$/)
    const order = siteRules.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity))
    expect(order).to.deep.equal(order.toSorted((a, b) => a - b))
  })
})
