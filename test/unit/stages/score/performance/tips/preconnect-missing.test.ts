import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { preconnectMissing } from '#stages/score/performance/tips/preconnect-missing.ts'
import { facts, type Given, image, page, request, vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const style = (startMs: number, connectMs: number | null, more: Partial<LabRequest> = {}) =>
  request('https://cdn.example.net/x.css', {
    ...{ kind: 'stylesheet', isRenderBlocking: true },
    ...{ startMs, endMs: 900, connectMs, ...more },
  })
/** The document's first byte comes at 120 ms, and the paints at 1000. */
const given = (requests: readonly LabRequest[], more: Given = {}): Given => ({
  ...{ requests: [page, ...requests], preconnects: [] },
  vitals: { ttfb: vital(120), fcp: vital(1000), lcp: vital(1000) },
  ...more,
})

tipTester(preconnectMissing, {
  given: given([style(420, 250)]),
  says: [
    '1 other origin was',
    'https://cdn.example.net at 420 ms (250 ms to connect)',
    'up to 250 ms earlier',
  ],
  gains: { savings: { fcp: 250, lcp: 250 } },
  // 49 ms after the first byte.
  nearMiss: given([style(169, 250)]),
})

describe('tip preconnect-missing', () => {
  const find = (...args: Parameters<typeof given>) => preconnectMissing.find(facts(given(...args)))

  it('saves no more than the time since the first byte', () => {
    expect(find([style(220, 250)])?.savings).to.deep.equal({ fcp: 100, lcp: 100 })
  })

  it('needs a connection that took 50 ms, with the first request', () => {
    expect(find([style(420, 49)])).to.equal(null)
    expect(find([style(420, null), style(430, 300)])).to.equal(null)
  })

  it('is not given for the own origin, nor for hints that are there', () => {
    expect(find([style(420, 250, { url: 'https://shop.example.com/x.css' })])).to.equal(null)
    expect(find([style(420, 250)], { preconnects: ['https://cdn.example.net'] })).to.equal(null)
    const linking = { ...page, headers: { link: '<https://cdn.example.net>; rel=preconnect' } }
    expect(find([], { requests: [linking, style(420, 250)] })).to.equal(null)
  })

  it('is not given beyond four origins, nor without what the page names', () => {
    const others = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`)
    expect(find([style(420, 250)], { preconnects: others })).to.equal(null)
    expect(find([style(420, 250)], { preconnects: null })).to.equal(null)
    const five = [1, 2, 3, 4, 5].map((index) =>
      style(420, 250, { url: `https://${index}.example/`, isRenderBlocking: false }),
    )
    expect(find(five)?.message).to.match(/^4 other origins/)
  })

  it('is about what the largest paint needed, and what comes soon after the document', () => {
    expect(find([style(420, 250, { endMs: 1001 })])).to.equal(null)
    const slow = { ttfb: vital(120), fcp: vital(20_000), lcp: vital(20_000) }
    expect(find([style(15_121, 250, { endMs: 16_000 })], { vitals: slow })).to.equal(null)
    expect(find([style(15_120, 250, { endMs: 16_000 })], { vitals: slow })).not.to.equal(null)
  })

  it('saves time of the largest paint where it is the image', () => {
    const hero = style(420, 250, { kind: 'image', isRenderBlocking: false, mimeType: 'image/webp' })
    const found = find([hero], { images: [image(hero.url, { isLcp: true })] })
    expect(found?.savings).to.deep.equal({ fcp: 0, lcp: 250 })
  })
})
