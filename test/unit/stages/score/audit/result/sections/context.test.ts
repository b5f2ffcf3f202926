import { expect } from 'chai'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import {
  contextSection,
  diagnosticsSection,
  httpSection,
} from '#stages/score/audit/result/sections/context.ts'
import { canonicalTarget4xx } from '#stages/score/audit/rules/technical/canonical/canonical-target-4xx.ts'
import { redirectChain } from '#stages/score/audit/rules/technical/redirects/redirect-chain.ts'
import { type AuditPage, auditFacts, auditMaterial } from '#test/support/audit/audit-page.ts'

describe('context of an audit', () => {
  it('tells what was asked for and what answered', () => {
    const redirects = [{ url: 'http://www.example.com/', status: 301, location: 'https://www.example.com/' }]
    const section = contextSection(
      auditFacts({
        requested: 'http://www.example.com/',
        url: 'https://www.example.com/',
        device: 'desktop',
        fetchedAt: '2026-03-01T12:00:00.000Z',
        redirects,
      }),
    )
    expect(section).to.deep.include({
      requested_url: 'http://www.example.com/',
      final_url: 'https://www.example.com/',
      device: 'desktop',
      fetched_at: '2026-03-01T12:00:00.000Z',
      redirects: 1,
    })
    expect(section.user_agent).not.to.match(/Mobile/)
  })
})

describe('the address in the context of an audit', () => {
  it('has the normal spelling, without what one of its callers wrote', () => {
    const requested = 'HTTP://www.Example.com:80/secret/../page?q=1#access_token=2'
    const { requested_url } = contextSection(
      auditFacts({ requested, url: 'http://www.example.com/page?q=1' }),
    )
    expect(requested_url).to.equal('http://www.example.com/page?q=1')
  })
})

describe('response in an audit', () => {
  it('has the security headers, those with several values as one line', () => {
    const headers = {
      'content-security-policy': ["default-src 'self'", "img-src 'none'"],
      'x-frame-options': 'DENY',
    }
    const { security_headers } = httpSection(auditFacts({ headers }))
    expect(security_headers).to.deep.equal({
      'strict-transport-security': null,
      'content-security-policy': "default-src 'self', img-src 'none'",
      'x-content-type-options': null,
      'x-frame-options': 'DENY',
      'referrer-policy': null,
      'permissions-policy': null,
    })
  })

  it('has whole milliseconds, and null where the time or the encoding is unknown', () => {
    const known = httpSection(auditFacts({ ttfbMs: 12.6, headers: { 'content-encoding': 'br' } }))
    expect(known).to.include({ ttfb_ms: 13, content_encoding: 'br' })
    expect(httpSection(auditFacts({}))).to.include({ ttfb_ms: null, content_encoding: null })
  })
})

describe('diagnostics of an audit', () => {
  const diagnostics = (page: AuditPage) => {
    const facts = auditFacts(page)
    const all = [canonicalTarget4xx, redirectChain].map((rule) => ({
      ...rule,
      category: 'technical' as const,
    }))
    const { ruleResults } = runRules(all, facts)
    const input = { ...auditMaterial(page).material, timings: { robots: 1.4, probes: 2.6 } }
    return diagnosticsSection(facts, input, ruleResults)
  }

  it('name the rules that do not apply and those that are undecided, with the reason', () => {
    expect(diagnostics({ html: '<link rel=canonical href=/other>' }).rules).to.deep.equal({
      not_applicable: ['redirect-chain'],
      undecided: [{ rule_id: 'canonical-target-4xx', reason: 'not_probed' }],
    })
  })

  it('count the look-ups and round their times', () => {
    const { gathered, timings_ms } = diagnostics({ probes: { 'https://a.example/': 200 }, robotsTxt: '' })
    expect(gathered).to.include({ robots_txt: 'found', probes: 1, targets: 0, sitemaps: 0 })
    expect(timings_ms).to.deep.equal({ robots: 1, probes: 3 })
  })

  it('say what limited the parse', () => {
    // html, head and body, and three paragraphs.
    expect(diagnostics({ html: '<!doctype html><p><p><p>' }).parsing).to.deep.equal({
      elements: 6,
      quirks_mode: 'no-quirks',
      truncated: null,
      scriptless_parse: false,
      structured_data_truncated: false,
    })
    expect(diagnostics({ html: '<noscript></noscript>' }).parsing).to.include({
      quirks_mode: 'quirks',
      scriptless_parse: true,
    })
  })
})
