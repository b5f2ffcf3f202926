import { expect } from 'chai'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import { causesOf, indexabilitySection } from '#stages/score/audit/result/sections/indexability.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

function indexability(page: AuditPage) {
  const facts = auditFacts(page)
  const { ruleResults } = runRules(rules, facts)
  const { notIndexable: cause, cap } = causesOf(facts, ruleResults)
  return { ...indexabilitySection(facts, ruleResults), cause, cap }
}

describe('indexability', () => {
  it('is given without an obstacle', () => {
    const { is_indexable, indexed_like_google, effective_status, cause } = indexability({
      html: '<!doctype html><title>A page</title><link rel=canonical href="https://www.example.com/page"><p>text',
    })
    expect({ is_indexable, indexed_like_google, effective_status, cause }).to.deep.equal({
      is_indexable: true,
      indexed_like_google: true,
      effective_status: 'indexable',
      cause: null,
    })
  })

  const notIndexed: [name: string, page: AuditPage, status: string, rule: string][] = [
    ['meta noindex', { html: '<meta name=robots content=noindex>' }, 'noindex', 'noindex'],
    ['meta none', { html: '<meta name=ROBOTS content="None">' }, 'noindex', 'noindex'],
    ['header noindex', { headers: { 'x-robots-tag': 'noindex' } }, 'noindex', 'noindex'],
    [
      'a date of unavailable_after that has passed (Google, robots meta tag)',
      { html: '<meta name=robots content="nosnippet, unavailable_after: Friday, 25-Jun-10 15:00:00 PST">' },
      'noindex',
      'unavailable-after-past',
    ],
    [
      'robots.txt',
      { robotsTxt: 'User-agent: *\nDisallow: /page' },
      'blocked_by_robots_txt',
      'robots-txt-blocks-page',
    ],
    [
      'no robots.txt to be had',
      { robots: { state: 'unreachable', status: 503 } },
      'robots_txt_unreachable',
      'robots-txt-unreachable',
    ],
    ['404', { status: 404 }, 'http_error', 'status-4xx'],
    ['500', { status: 500 }, 'http_error', 'status-5xx'],
  ]
  for (const [name, page, status, rule] of notIndexed) {
    it(`is not, for ${name}`, () => {
      const found = indexability(page)
      expect(found.is_indexable).to.equal(false)
      expect(found.indexed_like_google).to.equal(false)
      expect(found.effective_status).to.equal(status)
      expect(found.cause?.ruleId).to.equal(rule)
      expect(found.cause?.reason).to.equal(found.reason)
    })
  }

  it('is like Google without a date of unavailable_after for Googlebot that has passed', () => {
    const page = { headers: { 'x-robots-tag': 'googlebot: unavailable_after: Jan 2, 2020, 15:00 PST' } }
    const { is_indexable, indexed_like_google, effective_status } = indexability(page)
    expect({ is_indexable, indexed_like_google, effective_status }).to.deep.equal({
      is_indexable: true,
      indexed_like_google: false,
      effective_status: 'noindex',
    })
  })

  it('robots.txt that responds with 5xx allows nothing and has no rule', () => {
    const { robots_txt } = indexability({ robots: { state: 'unreachable', status: 500 } })
    expect(robots_txt).to.deep.include({ allow: false, matched_rule: null })
  })

  it('reports the deciding rule for Googlebot', () => {
    const robotsTxt = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /page\nCrawl-delay: 3'
    const { robots_txt, is_indexable } = indexability({ robotsTxt })
    expect(robots_txt).to.deep.include({ allow: true, matched_rule: 'Allow: /page', crawl_delay: 3 })
    expect(is_indexable).to.equal(true)
  })

  it('is indexable but not indexed: noindex for googlebot alone', () => {
    const found = indexability({ html: '<meta name=googlebot content=noindex>' })
    expect(found).to.include({ is_indexable: true, indexed_like_google: false, effective_status: 'noindex' })
    expect(found.cause).to.equal(null)
  })

  it('is indexable but not indexed: another canonical', () => {
    const html = '<link rel=canonical href="/other">'
    const found = indexability({ html, probes: { 'https://www.example.com/other': 200 } })
    expect(found).to.include({
      is_indexable: true,
      indexed_like_google: false,
      effective_status: 'canonicalized',
    })
    expect(found.canonical).to.deep.equal({
      href: 'https://www.example.com/other',
      href_normalized: 'https://www.example.com/other',
      is_self_canonical: false,
      matches_canonical: false,
      resolves: true,
      status: 200,
    })
  })

  it('reports the status of the first canonical, also when several conflict', () => {
    const html = '<link rel=canonical href="/other"><link rel=canonical href="/third">'
    const { canonical } = indexability({ html, probes: { 'https://www.example.com/other': 200 } })
    expect(canonical).to.include({ href: 'https://www.example.com/other', status: 200, resolves: true })
  })

  const capped: [name: string, page: AuditPage, rule: string][] = [
    ['404', { status: 404 }, 'status-4xx'],
    ['503', { status: 503 }, 'status-5xx'],
    ['noindex', { html: '<meta name=robots content=noindex>' }, 'noindex'],
    ['noindex for Googlebot alone', { html: '<meta name=googlebot content=noindex>' }, 'noindex'],
    [
      'noindex below a rule of robots.txt',
      {
        html: '<meta name=robots content=noindex>',
        robotsTxt: 'User-agent: *\nDisallow: /page',
      },
      'noindex-not-crawlable',
    ],
    [
      'another site as canonical',
      { html: '<link rel=canonical href="https://www.example.org/page">' },
      'canonical-cross-domain',
    ],
    ['another page as canonical', { html: '<link rel=canonical href="/other">' }, 'canonical-cross-domain'],
    ['the home page as canonical', { html: '<link rel=canonical href="/">' }, 'canonical-to-root'],
  ]
  for (const [name, page, rule] of capped)
    it(`names what the score is capped for: ${name}`, () => {
      const { cap } = indexability(page)
      expect(cap?.ruleId).to.equal(rule)
    })

  const free: [name: string, page: AuditPage][] = [
    [
      'a test server that names the real site (pitfall 24)',
      { url: 'http://127.0.0.1:3000/page', html: '<link rel=canonical href="https://www.example.com/page">' },
    ],
    ['no canonical', { html: '<title>A</title>' }],
    ['itself as canonical', { html: '<link rel=canonical href="https://www.example.com/page">' }],
    [
      'itself as canonical, spelled otherwise',
      { html: '<link rel=canonical href="HTTPS://WWW.example.com:443/p%61ge">' },
    ],
    [
      'two canonicals, which count as none',
      { html: '<link rel=canonical href="/a"><link rel=canonical href="/b">' },
    ],
    ['a page that robots.txt disallows', { robotsTxt: 'User-agent: *\nDisallow: /page' }],
  ]
  for (const [name, page] of free)
    it(`names no cap for ${name}`, () => expect(indexability(page).cap).to.equal(null))
})
