import { expect } from 'chai'
import { type PerformanceParameters, performanceParameters } from '#shared/operations/performance.ts'
import { performanceResult as schema } from '#shared/operations/results/performance-result.ts'
import { performanceResult } from '#stages/score/performance/performance-result.ts'
import {
  type Given,
  image,
  measured,
  noVital,
  page,
  phone,
  request,
  vital,
} from '#test/support/performance/lab-measurement.ts'

const AT = Date.parse('2026-11-22T12:00:04.000Z')

function result(given: Given = {}, asked: Partial<PerformanceParameters> = {}) {
  const parameters = performanceParameters.parse({ url: 'https://shop.example.com', ...asked })
  return performanceResult(measured(given), parameters, AT)
}

describe('performance result', () => {
  const phoneRun: Given = {
    environment: phone,
    vitals: {
      lcp: vital(9405, { target: 'img', render_delay_ms: 61.799999999813735 }),
      inp: noVital('no_interactive_element'),
      cls: vital(0.5),
    },
    requests: [page, request('/a.png', { kind: 'image', mimeType: 'image/png', decodedBytes: 90_000 })],
    images: [image('/a.png', { isLcp: true })],
    noise: { discardedRuns: 2, isContaminated: true, foreignCpu: null },
    missing: { second_view: 'no_time' },
  }

  for (const [what, given] of [
    ['a good run', {}],
    ['a noisy one on a phone', phoneRun],
  ] as const) {
    it(`has the published shape for ${what}`, () => {
      expect(schema.strict().parse(result(given))).to.deep.equal(result(given))
    })
  }

  it('has value, rating, budget and status of each vital', () => {
    const { core_web_vitals: vitals } = result(phoneRun)
    expect(vitals.lcp).to.deep.equal({
      value_ms: 9405,
      rating: 'poor',
      budget_ms: 2500,
      status: 'fail',
      attribution: { target: 'img', render_delay_ms: 61.8 },
    })
    expect(vitals.cls).to.deep.equal({
      value: 0.5,
      rating: 'poor',
      budget: 0.1,
      status: 'fail',
      attribution: {},
    })
    expect([vitals.fcp.budget_ms, vitals.ttfb.budget_ms]).to.deep.equal([1800, 800])
  })

  it('reports why a metric is missing', () => {
    const { core_web_vitals, performance_score } = result(phoneRun)
    expect(core_web_vitals.inp).to.deep.equal({
      value_ms: null,
      rating: null,
      budget_ms: 200,
      status: null,
      reason: 'no_interactive_element',
      attribution: {},
    })
    expect(performance_score.missing).to.deep.equal(['inp'])
  })

  it('scores from 0 to 100 with the weights of the contract', () => {
    const { performance_score } = result()
    expect(performance_score).to.include({ value: 100, scale: '0-100', schema_version: '1.0.0' })
    expect(performance_score.rule_version).to.match(/^\d+\.\d+\.\d+$/)
    expect(performance_score.weights).to.deep.equal({ lcp: 0.35, inp: 0.35, cls: 0.15, fcp: 0.1, ttfb: 0.05 })
  })

  it('reports other missing data', () => {
    expect(result(phoneRun).missing).to.deep.equal({ second_view: 'no_time' })
  })

  it('counts tips as suggestions', () => {
    const { summary, tips } = result(phoneRun)
    expect(tips.length).to.be.above(0)
    expect(summary.suggestions).to.equal(tips.length)
  })

  describe('cache', () => {
    it('reports a new result as not cached, with a lifetime of a day', () => {
      expect(result().cache).to.deep.equal({
        cached: false,
        cache_key: 'performance:desktop:networkidle2:30000:https://shop.example.com/',
        ttl_seconds: 86_400,
        expires_at: '2026-11-23T12:00:04.000Z',
      })
      expect(result().created_at).to.equal('2026-11-22T12:00:04.000Z')
    })

    it('has a key of URL with fragment, device, waitUntil and timeout', () => {
      const keyOf = (asked: Partial<PerformanceParameters>) => result({}, asked).cache.cache_key
      expect(keyOf({ url: 'https://SHOP.example.com/' })).to.equal(keyOf({}))
      expect(keyOf({ url: 'https://shop.example.com/#' })).to.equal(keyOf({}))
      const keys = [
        {},
        { url: 'https://shop.example.com/?' },
        { url: 'https://shop.example.com/#/cart' },
        { device: 'mobile' },
        { waitUntil: 'load' },
        { timeout: 5000 },
      ] as const
      expect(new Set(keys.map(keyOf)).size).to.equal(6)
    })
  })

  for (const [pageLoadMs, rating] of [
    [1499.4, 'fast'],
    [1500, 'average'],
    [3000, 'average'],
    [3000.6, 'slow'],
  ] as const) {
    it(`a load of ${pageLoadMs} ms is ${rating}`, () => {
      const { metadata } = result({ pageLoadMs })
      expect(metadata).to.deep.equal({
        processing_time_ms: 3211,
        page_load_time_ms: Math.round(pageLoadMs),
        page_load_rating: rating,
      })
    })
  }

  it('keeps the URL as the caller wrote it beside the final URL', () => {
    const { url, final_url, mode } = result({}, { url: 'https://SHOP.example.com' })
    expect({ url, final_url, mode }).to.deep.equal({
      url: 'https://SHOP.example.com',
      final_url: 'https://shop.example.com/',
      mode: 'lab',
    })
  })
})
