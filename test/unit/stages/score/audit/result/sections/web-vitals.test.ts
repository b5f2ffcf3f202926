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
    const afterFirstByte = [plain, encoded].map(({ fcp_ms, ttfb_ms }) => Number(fcp_ms) - Number(ttfb_ms))
    expect(afterFirstByte).to.deep.equal([191, 48])
  })

  it('take no length that is no number, or 0', () => {
    const values = ['0', '-1', '1e9', 'many'].map((length) =>
      section({ html: longText, ttfbMs: 100, headers: { 'content-length': length } }),
    )
    expect(new Set(values.map(({ fcp_ms }) => fcp_ms)).size).to.equal(1)
    expect(values[0]?.fcp_ms).to.equal(section({ html: longText, ttfbMs: 100 }).fcp_ms)
  })

  it('are better on a desktop, and have a score from 0 to 100', () => {
    const html = '<head><script src=/a.js></script><script src=https://b.example/b.js></script></head>'
    const probes = {
      'https://www.example.com/a.js': { status: 200, headers: { 'content-length': '30000' } },
      'https://b.example/b.js': { status: 200, headers: { 'content-length': '30000' } },
    }
    const [mobile, desktop] = (['mobile', 'desktop'] as const).map((device) =>
      section({ html, device, probes, ttfbMs: 100 }),
    )
    expect(mobile?.lcp_ms).to.be.greaterThan(desktop?.lcp_ms ?? 0)
    expect(desktop?.undecided).to.deep.equal([])
    expect(section({ ttfbMs: 1 }).web_vitals_score).to.be.within(90, 100)
    expect(section({ ttfbMs: 60_000 }).score_breakdown).to.include({ lcp: 0, ttfb: 0, cls: 100 })
    // 40 of largest paint and 10 of the first byte are lost.
    expect(section({ ttfbMs: 60_000 }).web_vitals_score).to.equal(50)
  })

  const known = { status: 200, headers: { 'content-length': '30000' } }
  const files = {
    'https://www.example.com/a.js': known,
    'https://www.example.com/b.css': known,
    'https://www.example.com/c.png': known,
  }
  const html =
    '<head><script src=/a.js></script><link rel=stylesheet href=/b.css></head><img src=/c.png width=900 height=600>'
  const undecided: [name: string, missing: keyof typeof files, metrics: string[]][] = [
    ['a script', 'https://www.example.com/a.js', ['fcp_ms', 'lcp_ms', 'inp_ms']],
    ['a style sheet', 'https://www.example.com/b.css', ['fcp_ms', 'lcp_ms']],
    ['the largest image', 'https://www.example.com/c.png', ['lcp_ms']],
  ]
  for (const [name, missing, metrics] of undecided)
    it(`are undecided for what waits for ${name} of unknown size, and so is their score`, () => {
      const { [missing]: _, ...probes } = files
      const found = section({ html, probes, ttfbMs: 100 })
      expect(found.undecided).to.deep.equal(
        metrics.map((metric) => ({ metric, reason: 'file_size_unknown', items: [missing] })),
      )
      for (const metric of ['ttfb_ms', 'fcp_ms', 'lcp_ms', 'inp_ms', 'cls'] as const)
        expect(found[metric] === null, metric).to.equal(metrics.includes(metric))
      expect(found.web_vitals_score).to.equal(null)
    })

  it('are all known where all sizes are', () => {
    const { undecided: none, web_vitals_score } = section({ html, probes: files, ttfbMs: 100 })
    expect(none).to.deep.equal([])
    expect(web_vitals_score).to.be.within(0, 100)
  })

  it('wait for the first byte', () => {
    const found = section({ html: '<p>text', ttfbMs: null })
    expect(found.undecided?.map(({ metric, reason }) => [metric, reason])).to.deep.equal([
      ['ttfb_ms', 'ttfb_unknown'],
      ['fcp_ms', 'ttfb_unknown'],
      ['lcp_ms', 'ttfb_unknown'],
    ])
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
