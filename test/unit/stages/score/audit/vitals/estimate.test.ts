import { expect } from 'chai'
import { criticalOf } from '#stages/score/audit/vitals/critical.ts'
import { connections, estimate, opportunitiesOf } from '#stages/score/audit/vitals/estimate.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const bytes = (length: number) => ({ status: 200, headers: { 'content-length': String(length) } })

const html = `<!doctype html><title>t</title>
<link rel=stylesheet href=/a.css><link rel=stylesheet href=/print.css media=print>
<script src=/sync.js></script><script src=/late.js defer></script><script src=https://cdn.other.test/x.js></script>
<body><img src=/logo.png width=40 height=40><img src=/hero.jpg loading=lazy><iframe src=/f></iframe>`

const critical = criticalOf(
  auditFacts({
    html,
    probes: {
      'https://www.example.com/a.css': bytes(20_971),
      'https://www.example.com/sync.js': bytes(41_943),
      'https://cdn.other.test/x.js': bytes(31_457),
      'https://www.example.com/late.js': bytes(100_000),
      'https://www.example.com/hero.jpg': bytes(209_715),
    },
  }),
)

describe('critical files', () => {
  it('are sync scripts of the head and style sheets for screens', () => {
    expect(critical.scripts.map(({ url }) => url)).to.deep.equal([
      'https://www.example.com/sync.js',
      'https://cdn.other.test/x.js',
    ])
    expect(critical.styles.map(({ url }) => url)).to.deep.equal(['https://www.example.com/a.css'])
    expect(critical.origins).to.deep.equal(['https://cdn.other.test'])
  })

  it('the likely hero is no small image', () => {
    expect(critical.hero).to.deep.include({
      url: 'https://www.example.com/hero.jpg',
      bytes: 209_715,
      isLazy: true,
      isPreloaded: false,
    })
  })

  it('count elements without a declared size', () => {
    expect(critical.unsized).to.equal(2)
  })
})

describe('the estimate of web vitals', () => {
  // Slow 4G: 1,638.4 kbit/s = 209.715 bytes a millisecond; a round trip takes 150 ms.
  const found = estimate({ connection: connections.mobile, critical, ttfbMs: 100, documentBytes: 2097.15 })

  it('adds a round trip to the first byte as it was fetched', () => {
    expect(found.ttfb).to.deep.equal({ value: 250, low: 100, high: 700 })
  })

  it('first paint: 10 ms document, 2 + 1 round trips, 450 ms of blocking bytes', () => {
    expect(found.fcp.value).to.equal(250 + 10 + 300 + 150 + 450)
  })

  it('largest paint: the lazy hero is found two round trips later and takes 1 s', () => {
    expect(found.lcp.value).to.equal(1160 + 300 + 1000)
  })

  it('has a range around every value', () => {
    for (const { value, low, high } of Object.values(found)) {
      expect(low).to.be.at.most(value)
      expect(high).to.be.at.least(value)
    }
    expect(found.cls.value).to.equal(0.08)
  })

  it('lists the costliest opportunities first, with their files', () => {
    const offers = opportunitiesOf(critical, connections.mobile)
    expect(offers.map(({ id, potential_saving_ms }) => [id, potential_saving_ms])).to.deep.equal([
      ['blocking-scripts', 350],
      ['critical-origins', 300],
      ['hero-lazy', 150],
      ['blocking-styles', 50],
      ['hero-heavy', 46],
    ])
  })
})
