import { expect } from 'chai'
import {
  imageFinding,
  lcpParts,
  ownFilesFinding,
  renderBlocking,
  runningScripts,
  slowestPhase,
} from '#stages/score/performance/advice/findings.ts'
import { facts, page } from '#test/support/performance/lab-measurement.ts'
import { blocking, busy, file, hero, picture, slow } from '#test/support/performance/lab-pages.ts'

describe('findings that tips share', () => {
  it('about images name their number and the largest; null without one of the kind', () => {
    // 400 x 300 pixels at 1/6 byte each need 20,000 bytes.
    const png = facts(picture(100_000, 'image/png'))
    const finding = imageFinding(png, 'legacy_format', ['PNG', 'PNGs'], 'Use AVIF')
    expect(finding?.message).to.equal('1 PNG: shop.example.com/a. Use AVIF. Saves about 78.1 KiB.')
    expect(finding?.wastedBytes).to.equal(80_000)
    expect(imageFinding(png, 'animated_gif', ['x', 'xs'], 'y')).to.equal(null)
  })

  it('about files of the site add up the files concerned, and name the largest', () => {
    const large = file({ url: 'https://shop.example.com/large.js', transferBytes: 4096 })
    const site = facts({ requests: [page, file(), large] })
    const found = ownFilesFinding(site, ({ request }) => request.kind === 'javascript', 'are x', 'Do y')
    const { items, ...rest } = found ?? {}
    expect(items?.map(({ url, bytes }) => [url, bytes])).to.deep.equal([
      ['https://shop.example.com/large.js', 4096],
      ['https://shop.example.com/app.js', 2048],
    ])
    expect(rest).to.deep.equal({
      message: '2 files (6 KiB) are x, the largest shop.example.com/large.js. Do y.',
      wastedBytes: 6144,
    })
    expect(ownFilesFinding(site, () => false, 'are x', 'do y')).to.equal(null)
  })

  it('about blocking files begin at 100 ms after the first byte', () => {
    // The first byte comes at 120 ms.
    const held = (endMs: number) => {
      const site = facts(blocking('/a.css', 'stylesheet', endMs))
      return renderBlocking(site, site.measurement.requests, ['sheet', 'sheets'], 'do y')
    }
    expect(held(219)).to.equal(null)
    expect(held(220)?.savings).to.deep.equal({ fcp: 100, lcp: 100 })
    // It cannot hold the first paint longer than until the paint, at 900 ms.
    expect(held(2000)?.savings).to.deep.equal({ fcp: 780, lcp: 780 })
  })

  it('report a slow interaction by its longest phase alone', () => {
    const site = facts(slow(100, 180, 20))
    // 300 ms are 100 ms more than is good (web.dev: INP, 200 ms).
    expect(slowestPhase(site, 'processing_ms', 'x')?.savings).to.deep.equal({ inp: 100 })
    expect(slowestPhase(site, 'input_delay_ms', 'x')).to.equal(null)
    expect(slowestPhase(facts(slow(100, 100, 0)), 'input_delay_ms', 'x')).to.equal(null)
  })

  it('divide the largest paint into its parts after the first byte', () => {
    const parts = lcpParts(facts(hero(420, 500, 600)))
    expect(parts).to.include({ lcp: 600, loadDelay: 300, load: 80, renderDelay: 100 })
    expect(lcpParts(facts())).to.equal(null)
  })

  it('list running scripts by their time, and nothing else of the main thread', () => {
    const script = (url: string, ms: number) => ({ url, kind: 'script' as const, ms })
    const mainThread = [script('a', 5), script('b', 9), { url: null, kind: 'script' as const, ms: 50 }]
    expect(runningScripts(facts({ mainThread }))).to.deep.equal([
      { url: 'b', ms: 9 },
      { url: 'a', ms: 5 },
    ])
    expect(runningScripts(facts(busy('style_layout', 80, 'a')))).to.deep.equal([])
  })
})
