import { expect } from 'chai'
import { type PerformanceParameters, performanceParameters } from '#shared/operations/performance.ts'
import { performanceResult as schema } from '#shared/operations/results/performance-result.ts'
import { performanceResult } from '#stages/score/performance/performance-result.ts'
import {
  type Given,
  image,
  measured,
  page,
  request,
  vital,
} from '#test/support/performance/lab-measurement.ts'

const AT = Date.parse('2026-11-22T12:00:04.000Z')

function result(given: Given = {}, asked: Partial<PerformanceParameters> = { details: true }) {
  const parameters = performanceParameters.parse({ url: 'https://shop.example.com', ...asked })
  return performanceResult(measured(given), parameters, AT)
}

const details = (given: Given = {}) => {
  const { details: found } = result(given)
  if (found === undefined) throw new Error('there are no details')
  return found
}

const scripts = (count: number) =>
  Array.from({ length: count }, (_, at) => request(`/${at}.js`, { kind: 'javascript', startMs: 1000 - at }))

describe('details of a performance result', () => {
  it('are there only when asked for, and change nothing else but the key of the cache', () => {
    const { details: _, cache, ...with_ } = result()
    const { cache: plainCache, ...without } = result({}, {})
    expect(without).not.to.have.property('details')
    expect(with_).to.deep.equal(without)
    expect(plainCache.cache_key).to.equal('performance:desktop:networkidle2:30000:https://shop.example.com/')
    expect(cache.cache_key).to.equal(
      'performance:desktop:networkidle2:30000:details:https://shop.example.com/',
    )
  })

  it('have the published shape', () => {
    const given = { vitals: { cls: vital(0.5, { target: 'main' }) }, requests: [page, ...scripts(3)] }
    expect(schema.strict().parse(result(given))).to.deep.equal(result(given))
  })

  it('have the requests in the order of their start, in units of 1,024 bytes', () => {
    const late = request('/late.css', {
      kind: 'stylesheet',
      startMs: 140.26,
      endMs: null,
      transferBytes: 1536,
      decodedBytes: 4000,
      isRenderBlocking: true,
      status: null,
    })
    const { requests, truncated } = details({ requests: [page, late, request('/a.png', { kind: 'image' })] })
    expect(requests.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/', '/a.png', '/late.css'])
    expect(requests[2]).to.deep.equal({
      url: 'https://shop.example.com/late.css',
      type: 'stylesheet',
      status: null,
      start_ms: 140.3,
      end_ms: null,
      transfer_kb: 1.5,
      decoded_kb: 3.9,
      blocks_paint: true,
    })
    expect(truncated).to.equal(false)
  })

  it('have at most 250 requests, the first ones, and say that there were more', () => {
    const full = details({ requests: scripts(250) })
    expect([full.requests.length, full.truncated]).to.deep.equal([250, false])
    const cut = details({ requests: scripts(251) })
    expect([cut.requests.length, cut.truncated]).to.deep.equal([250, true])
    expect(cut.requests[0]?.start_ms).to.equal(750)
    expect(details({ requests: scripts(2), requestsLeftOut: 1 }).truncated).to.equal(true)
  })

  it('have times since the navigation to the page that is shown', () => {
    const first = request('/start', { kind: 'document', startMs: 0, endMs: 90 })
    const { requests } = details({ requests: [first, { ...page, startMs: 400, endMs: 525 }] })
    expect(requests.map(({ start_ms, end_ms }) => [start_ms, end_ms])).to.deep.equal([
      [-400, -310],
      [0, 125],
    ])
  })

  it('have each tip with what it saves and its first 20 items', () => {
    const given = {
      vitals: { ttfb: vital(120), fcp: vital(900), lcp: vital(900) },
      requests: [
        page,
        request('/a.css', {
          kind: 'stylesheet',
          isRenderBlocking: true,
          headers: { 'cache-control': 'max-age=31536000, immutable' },
          transferBytes: 2048,
          endMs: 860,
        }),
        ...scripts(21),
      ],
    }
    const { tips } = result(given)
    const found = details(given).tips
    expect(found.map(({ tip_id }) => tip_id)).to.deep.equal(tips.map(({ tip_id }) => tip_id))
    expect(found.find(({ tip_id }) => tip_id === 'render-blocking-styles')).to.deep.equal({
      tip_id: 'render-blocking-styles',
      title: 'Render-blocking CSS',
      effort: 'medium',
      saves_ms: 740,
      saves_kb: null,
      items: [{ url: 'https://shop.example.com/a.css', selector: null, kb: 2, ms: 740, text: null }],
    })
    const cacheless = found.find(({ tip_id }) => tip_id === 'cache-headers-missing')
    // 21 files of 1,000 bytes.
    expect([cacheless?.saves_ms, cacheless?.saves_kb, cacheless?.items.length]).to.deep.equal([
      null,
      20.5,
      20,
    ])
  })

  it('save no more than a paint takes after the first byte', () => {
    // 2 MiB more than needed take 1.6 s at 10 Mbit/s; the paint comes 380 ms after the first byte.
    const bytes = 2 * 1024 * 1024 + 20_000
    const large = { kind: 'image', mimeType: 'image/png', transferBytes: bytes, decodedBytes: bytes } as const
    const given = {
      vitals: { ttfb: vital(120), fcp: vital(500), lcp: vital(500) },
      requests: [page, ...[1, 2].map((at) => request(`/${at}.png`, { ...large, startMs: 130, endMs: 480 }))],
      images: [1, 2].map((at) => image(`/${at}.png`)),
    }
    const saved = details(given).tips.find(({ tip_id }) => tip_id === 'images-legacy-format')
    expect([saved?.saves_ms, saved?.saves_kb]).to.deep.equal([380, 4096])
  })

  it('do not count CLS as milliseconds', () => {
    const { tips } = details({ vitals: { cls: vital(0.5, { target: 'main' }) } })
    expect(tips.map(({ tip_id, saves_ms }) => [tip_id, saves_ms])).to.deep.equal([['layout-shifts', null]])
  })

  it('name the element of the largest paint', () => {
    expect(details().lcp).to.equal(null)
    const attribution = { target: 'main>img', url: 'https://shop.example.com/hero.webp' }
    expect(details({ vitals: { lcp: vital(400, attribution) } }).lcp).to.deep.equal({
      selector: 'main>img',
      url: 'https://shop.example.com/hero.webp',
    })
    expect(details({ vitals: { lcp: vital(400, { target: 'h1', url: null }) } }).lcp).to.deep.equal({
      selector: 'h1',
      url: null,
    })
  })

  it('cut what the page chose', () => {
    const long = `https://shop.example.com/${'a'.repeat(2000)}.js`
    const attribution = { target: 'x'.repeat(400) }
    const given = {
      vitals: { cls: vital(0.5, attribution), lcp: vital(400, attribution) },
      requests: [
        page,
        request(long, { kind: 'javascript', headers: { 'cache-control': `max-age=1, ${'b'.repeat(400)}` } }),
      ],
    }
    const { requests, tips, lcp } = details(given)
    expect(requests[1]?.url).to.equal(long.slice(0, 1000))
    expect(lcp?.selector).to.have.length(300)
    const texts = tips.flatMap(({ items }) =>
      items.flatMap(({ url, selector, text }) => [url, selector, text]),
    )
    expect(Math.max(...texts.map((text) => text?.length ?? 0))).to.equal(1000)
  })
})
