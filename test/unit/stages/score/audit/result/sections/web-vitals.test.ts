import { expect } from 'chai'
import { webVitalsSection } from '#stages/score/audit/result/sections/web-vitals.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const section = (page: AuditPage) => webVitalsSection(auditFacts(page))
const longText = `<!doctype html><p>${'x'.repeat(40_000)}`

describe('estimated web vitals of an audit', () => {
  it('are those of a plain page: the first byte, one round trip later, and the document', () => {
    // Slow 4G: a round trip takes 150 ms; 104,857.6 bytes are sent in 500 ms, but the first 50,000 suffice.
    const { ttfb_ms, fcp_ms, lcp_ms, cls } = section({ ttfbMs: 100, headers: { 'content-length': '20972' } })
    expect({ ttfb_ms, fcp_ms, lcp_ms, cls }).to.deep.equal({ ttfb_ms: 250, fcp_ms: 350, lcp_ms: 350, cls: 0 })
  })

  it('take an encoded body without a length for a quarter of its size', () => {
    const plain = section({ html: longText, ttfbMs: 0 })
    const encoded = section({ html: longText, ttfbMs: 0, headers: { 'content-encoding': 'br' } })
    // 40,018 bytes at 209.7 bytes a millisecond take 191 ms, a quarter of them 48 ms.
    expect([plain.fcp_ms - plain.ttfb_ms, encoded.fcp_ms - encoded.ttfb_ms]).to.deep.equal([191, 48])
  })

  it('take no length that is no number, or 0', () => {
    const values = ['0', '-1', '1e9', 'many'].map((length) =>
      section({ html: longText, headers: { 'content-length': length } }),
    )
    expect(new Set(values.map(({ fcp_ms }) => fcp_ms)).size).to.equal(1)
    expect(values[0]?.fcp_ms).to.equal(section({ html: longText }).fcp_ms)
  })

  it('are better on a desktop, and have a score from 0 to 100', () => {
    const html = '<head><script src=/a.js></script><script src=https://b.example/b.js></script></head>'
    const [mobile, desktop] = (['mobile', 'desktop'] as const).map((device) => section({ html, device }))
    expect(mobile?.lcp_ms).to.be.greaterThan(desktop?.lcp_ms ?? 0)
    expect(section({ ttfbMs: 1 }).web_vitals_score).to.be.within(90, 100)
    expect(section({ ttfbMs: 60_000 }).score_breakdown).to.include({ lcp: 0, ttfb: 0, cls: 100 })
    // 40 of largest paint and 10 of the first byte are lost.
    expect(section({ ttfbMs: 60_000 }).web_vitals_score).to.equal(50)
  })

  it('name the inputs, and how many sizes the server told', () => {
    const html = '<head><script src=/a.js></script><link rel=stylesheet href=/b.css></head><img src=/c.png>'
    const probes = { 'https://www.example.com/a.js': { status: 200, headers: { 'content-length': '9' } } }
    expect(section({ html, probes }).inputs).to.deep.equal({
      blocking_scripts: 1,
      blocking_styles: 1,
      critical_origins: 0,
      unsized_media: 1,
      hero_image: 'https://www.example.com/c.png',
      sizes_measured: 1,
    })
  })
})
