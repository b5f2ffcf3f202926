import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { cachingOf } from '#stages/score/performance/resources/caching.ts'
import { request, STARTED } from '#test/support/performance/lab-measurement.ts'

const caching = (requests: readonly LabRequest[]) => cachingOf({ requests, startedAt: STARTED })
const withHeaders = (headers: Readonly<Record<string, string>>, more: Partial<LabRequest> = {}) =>
  request('/a', { headers, ...more })

describe('caching', () => {
  const page: readonly LabRequest[] = [
    withHeaders({ 'cache-control': 'no-cache' }, { kind: 'document' }),
    withHeaders({ 'cache-control': 'max-age=31536000, immutable' }),
    withHeaders({ 'cache-control': 'max-age=3600' }),
    withHeaders({ expires: 'Mon, 22 Nov 2027 12:00:00 GMT' }),
    withHeaders({ 'cache-control': 'max-age=86400' }),
    withHeaders({ 'cache-control': 'private, max-age=60' }),
    withHeaders({}),
    withHeaders({ etag: '"a"' }),
    withHeaders({ 'cache-control': 'max-age=0' }),
  ]

  it('counts explicitly fresh responses, and those without cache headers', () => {
    expect(caching(page)).to.include({ cacheable_requests: 5, missing_cache_headers: 2 })
  })

  it('predicts the hits from headers without a second view: 5 of 9', () => {
    expect(caching(page)).to.include({ cache_hit_ratio: 0.556, cache_hit_ratio_source: 'headers' })
  })

  it('predicts only the responses that the second view did not cover', () => {
    const seen = (others: 'cache' | 'network') =>
      page.map((one, at) => ({ ...one, secondView: at === 1 ? null : others }))
    // The one that is not told is immutable: it and 8 others, or it alone, of 9
    expect(caching(seen('cache'))).to.include({ cache_hit_ratio: 1, cache_hit_ratio_source: 'headers' })
    expect(caching(seen('network'))).to.include({ cache_hit_ratio: 0.111, cache_hit_ratio_source: 'headers' })
  })

  it('reports a measured ratio when it is known of all; 304 is no hit', () => {
    const seen = page.map((one, at) => ({
      ...one,
      secondView: (['network', 'cache', 'cache', 'revalidated'] as const)[at % 4] ?? null,
    }))
    // network, cache, cache, revalidated, network, cache, cache, revalidated, network
    expect(caching(seen)).to.include({ cache_hit_ratio: 0.444, cache_hit_ratio_source: 'measured' })
  })

  it('covers responses to GET', () => {
    const kept = { 'cache-control': 'max-age=600' }
    const others = [withHeaders(kept, { method: 'POST' }), withHeaders({}, { status: null })]
    expect(caching(others)).to.deep.include({ cacheable_requests: 0, missing_cache_headers: 0 })
    expect(caching([]).cache_hit_ratio).to.equal(0)
  })

  describe('compression', () => {
    const text = (more: Partial<LabRequest>) => request('/a.css', { mimeType: 'text/css', ...more })
    const big = { decodedBytes: 40_960, transferBytes: 41_000 }

    it('counts compressed and uncompressed texts, and the measured saving of the better method', () => {
      const { compression } = caching([
        text({ ...big, headers: { 'content-encoding': 'gzip' } }),
        text({ ...big, headers: { 'content-encoding': 'zstd' } }),
        text({ ...big, compressed: { gzip: 10_240, brotli: 8192 } }),
        text({ ...big, mimeType: 'application/javascript', compressed: { gzip: 20_480, brotli: 30_000 } }),
      ])
      // 40 - 8 and 40 - 20 KiB
      expect(compression).to.deep.equal({ gzip_or_br: 2, uncompressed: 2, estimated_savings_kb: 52 })
    })

    it('leaves out short bodies, other types, and bodies that grow', () => {
      const { compression } = caching([
        text({ decodedBytes: 1023, compressed: { gzip: 100, brotli: 100 } }),
        text({ ...big, mimeType: 'image/png' }),
        text({ ...big, mimeType: 'image/svg+xml', compressed: { gzip: 50_000, brotli: 50_000 } }),
        text({ ...big, headers: { 'content-encoding': 'identity' } }),
      ])
      expect(compression).to.deep.equal({ gzip_or_br: 0, uncompressed: 2, estimated_savings_kb: 0 })
    })

    for (const [mimeType, isText] of [
      ['text/html', true],
      ['text/javascript', true],
      ['application/json', true],
      ['application/ld+json', true],
      ['application/manifest+json', true],
      ['application/xhtml+xml', true],
      ['image/svg+xml', true],
      ['font/woff2', false],
      ['application/wasm', false],
      ['application/octet-stream', false],
      [null, false],
    ] as const) {
      it(`${mimeType} is ${isText ? '' : 'no '}text`, () => {
        expect(caching([text({ ...big, mimeType })]).compression.uncompressed).to.equal(isText ? 1 : 0)
      })
    }
  })
})
