import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'

const DAY_MS = 86_400_000
/** Every key of the result, also of the objects inside (infra/docs/clients.md#performance). */
const keys: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['schema_version', 'run_id', 'url', 'mode', 'environment', 'summary', 'core_web_vitals'],
    ...['performance_score', 'resources', 'tips', 'cache', 'created_at', 'metadata'],
  ],
  environment: [...['device_profile', 'network_profile', 'collector_version', 'user_agent', 'page_context']],
  'environment.page_context': ['viewport', 'timezone', 'language', 'cookies_enabled'],
  summary: ['overall', 'warnings', 'errors', 'suggestions', 'main_issue'],
  core_web_vitals: ['lcp', 'inp', 'cls', 'fcp', 'ttfb'],
  'core_web_vitals.lcp': ['value_ms', 'rating', 'budget_ms', 'status'],
  'core_web_vitals.inp': ['value_ms', 'rating', 'budget_ms', 'status'],
  'core_web_vitals.fcp': ['value_ms', 'rating', 'budget_ms', 'status'],
  'core_web_vitals.ttfb': ['value_ms', 'rating', 'budget_ms', 'status'],
  'core_web_vitals.cls': ['value', 'rating', 'budget', 'status'],
  performance_score: ['schema_version', 'rule_version', 'value', 'scale', 'method', 'weights'],
  resources: [
    ...['total_requests', 'transfer_kb', 'decoded_kb', 'first_party', 'third_party', 'by_type'],
    ...['top_hosts', 'caching'],
  ],
  'resources.first_party': ['requests', 'transfer_kb', 'decoded_kb'],
  'resources.third_party': ['requests', 'transfer_kb', 'decoded_kb'],
  'resources.by_type': [
    ...['document', 'javascript', 'stylesheet', 'image', 'font', 'media', 'fetch', 'other'],
  ],
  'resources.by_type.javascript': ['count', 'transfer_kb', 'decoded_kb', 'main_thread_ms'],
  'resources.by_type.image': ['count', 'transfer_kb', 'decoded_kb', 'unoptimized'],
  'resources.caching': [...['cacheable_requests', 'missing_cache_headers', 'cache_hit_ratio', 'compression']],
  'resources.caching.compression': ['gzip_or_br', 'uncompressed', 'estimated_savings_kb'],
  cache: ['cached', 'cache_key', 'ttl_seconds', 'expires_at'],
  metadata: ['processing_time_ms', 'page_load_time_ms', 'page_load_rating'],
}
const weights = { lcp: 0.35, inp: 0.35, cls: 0.15, fcp: 0.1, ttfb: 0.05 }
const budgets = { lcp: 2500, inp: 200, fcp: 1800, ttfb: 800 } as const

/** Results of performance (infra/docs/clients.md#performance). */
export function performancesContract(fixture: ContractFixture): void {
  describe('results of performance', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a JSON result
    let first: any
    before(async function () {
      requireBrowser(this)
      first = await measured('/full')
    })

    // biome-ignore lint/suspicious/noExplicitAny: a JSON result
    async function measured(path: string, more: Parameters = {}, headers = {}): Promise<any> {
      const parameters = { url: fixture.site.url(path), waitUntil: 'load', ...more }
      const answer = await fixture.performance(parameters, { headers })
      expect(answer.status, answer.body.toString()).to.equal(200)
      expect(answer.headers).not.to.have.property('x-cache')
      return answer.json()
    }
    const within = (place: string) =>
      place.split('.').reduce((part, name) => (name === '' ? part : part[name]), first)

    for (const [place, names] of Object.entries(keys)) {
      it(`have the keys of ${place || 'the contract'}`, () => {
        expect(within(place)).to.include.all.keys(...names)
      })
    }

    it('rate their measurements', () => {
      const { lcp, fcp, cls, ttfb } = first.core_web_vitals
      for (const [name, budget] of Object.entries(budgets)) {
        expect(first.core_web_vitals[name].budget_ms, name).to.equal(budget)
      }
      expect([lcp.value_ms >= fcp.value_ms, fcp.value_ms >= ttfb.value_ms, ttfb.value_ms > 0]).to.deep.equal([
        true,
        true,
        true,
      ])
      // At any speed of the machine: the thresholds of infra/docs/clients.md#ratings.
      const judged = [fcp.value_ms > 1800, fcp.value_ms > 3000].filter(Boolean).length
      expect(fcp.rating).to.equal(['good', 'needs-improvement', 'poor'][judged])
      expect(fcp.status).to.equal(['pass', 'warn', 'fail'][judged])
      expect(cls).to.include({ budget: 0.1, rating: 'good', status: 'pass' })
      expect(first.performance_score.weights).to.deep.equal(weights)
      expect(first.performance_score.value).to.be.within(1, 100)
      expect(first.mode).to.equal('lab')
    })

    it('describe the loaded resources: the page and its two images, from one host', () => {
      const { resources } = first
      expect(resources.by_type.document.count).to.equal(1)
      expect(resources.first_party.requests).to.equal(resources.total_requests)
      expect(resources.top_hosts).to.have.length(1)
      expect(resources.top_hosts[0]).to.include({
        host: new URL(fixture.site.url('/')).host,
        requests: resources.total_requests,
      })
      // Only the page has caching headers.
      expect(resources.caching.cacheable_requests).to.equal(1)
    })

    it('give tips with a link', () => {
      expect(first.tips.length).to.equal(first.summary.suggestions).and.be.above(0)
      for (const tip of first.tips) {
        expect(tip).to.have.all.keys('tip_id', 'severity', 'message', 'learn_more')
        expect(['high', 'medium', 'low']).to.include(tip.severity)
      }
    })

    it('are fresh and valid for a day', () => {
      const { cache, created_at, run_id } = first
      expect(run_id).to.be.a('string').and.not.equal('')
      expect([cache.cached, cache.ttl_seconds]).to.deep.equal([false, 86_400])
      expect(cache).not.to.have.property('cached_at')
      expect(Date.parse(cache.expires_at) - Date.parse(created_at)).to.equal(DAY_MS)
    })

    it('are cached: the same run, in the caller’s spelling', async () => {
      const again = await measured('/./full')
      const { cache, metadata, url, ...rest } = again
      const { cache: made, metadata: was, url: _, ...before } = first
      expect(rest).to.deep.equal(before)
      expect(url).to.equal(fixture.site.url('/./full'))
      expect(metadata).to.deep.equal({ ...was, page_load_time_ms: 0 })
      expect(cache).to.include({ cached: true, cache_key: made.cache_key, ttl_seconds: 86_400 })
      expect(Date.parse(cache.expires_at) - Date.parse(cache.cached_at)).to.equal(DAY_MS)
      expect(fixture.site.hits('/full')).to.be.above(0)
    })

    it('are made anew for Cache-Control: no-cache, and for any other parameter', async () => {
      const others = [
        await measured('/full', {}, { 'Cache-Control': 'no-cache' }),
        await measured('/full', { waitUntil: 'domcontentloaded' }),
        await measured('/full', { timeout: 29_000 }),
      ]
      for (const { cache, run_id } of others) {
        expect(cache.cached).to.equal(false)
        expect(run_id).not.to.equal(first.run_id)
      }
    })

    for (const [device, viewport] of [
      ['desktop', '1920x1080'],
      ['mobile', '375x667'],
      ['tablet', '768x1024'],
    ] as const) {
      it(`on ${device} have a viewport of ${viewport}`, async () => {
        const { environment } = device === 'desktop' ? first : await measured('/bare', { device })
        expect(environment.page_context.viewport).to.equal(viewport)
        expect(environment.throttling.method).to.equal(device === 'desktop' ? 'none' : 'devtools')
        expect(environment.collector_version).to.match(/^[\w-]+@\d+\.\d+\.\d+$/)
      })
    }
  })
}
