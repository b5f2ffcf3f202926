import { expect } from 'chai'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { labPages } from '#test/site/lab/pages.ts'
import { measuring } from '../measuring.ts'

/** Event Timing, `duration` is rounded to the nearest multiple of 8 ms, so what is painted at once lasts 0. */
const rounded = (ms: number) => Math.round(ms / 8) * 8

/** Values are at least what is known: how much more they are is for the machine (`test/faults/browser-timing`). */
describe('measureOnce: vitals of pages with known values', () => {
  let laterByMs = Number.NaN
  const { measure } = measuring({
    ...labPages,
    '/later-by': ({ url }, response) => {
      laterByMs = Number(url?.split('?')[1])
      response.writeHead(204).end()
    },
  })

  // Impact region times distance (Layout Instability, section 3): 300 px of the height, 100 px of the longer side.
  for (const [device, path, cls, ttfb] of [
    ['desktop', '/known-300', (300 / 1080) * (100 / 1920), 300],
    // The emulated latency is longer than the server takes; emulation attributes the shift to input.
    ['mobile', '/known-0', (300 / 667) * (100 / 667), 562.5],
  ] as const) {
    describe(device, () => {
      let run: Measurement
      before(async () => {
        run = await measure(path, { device })
      })

      it('TTFB of a slow server', () => {
        expect(run.vitals.ttfb.value).to.be.at.least(ttfb)
        expect(run.vitals.fcp.value).to.be.at.least(Number(run.vitals.ttfb.value))
        const emulated = { latencyMs: 562.5, networkProfile: 'slow-4g-devtools' }
        expect(run.environment).to.include(
          device === 'mobile' ? emulated : { latencyMs: 0, networkProfile: 'unthrottled' },
        )
      })

      it('LCP of a late image', () => {
        expect(run.vitals.lcp.value).to.be.at.least(ttfb + 500)
        expect(run.vitals.lcp.attribution).to.include({ target: 'html>body>img' })
        expect(run.vitals.lcp.attribution.resource_load_ms).to.be.at.least(500)
        expect(run.pageLoadMs).to.be.at.least(500)
      })

      it('CLS of one shift', () => {
        expect(run.vitals.cls.value).to.be.closeTo(cls, 0.0005)
        expect(run.vitals.cls.attribution).to.include({ target: '#block' })
      })

      it('INP of a handler of 250 ms', () => {
        expect(run.vitals.inp.value).to.be.at.least(rounded(250))
        expect(run.vitals.inp.attribution.processing_ms).to.be.at.least(250)
        expect(run.vitals.inp.attribution).to.include({ event: 'click', target: 'html>body>button' })
      })

      it('CLS of two shifts by a quarter', async () => {
        const { vitals } = await measure('/half-shifted', { device })
        expect(vitals.cls.value).to.be.closeTo(0.5, 0.005)
      })

      it('INP of a handler after which nothing is painted', async () => {
        const { value, attribution } = (await measure('/handler-unpainted', { device })).vitals.inp
        // Without a frame of our own, it lasts until the next element is touched, and longest of all.
        if (attribution.target === '#unpainted') expect(value).to.be.below(laterByMs)
        else expect(attribution.target).to.equal('#painted')
      })
    })
  }

  it('INP of a handler that does nothing', async () => {
    const { vitals } = await measure('/handler-0')
    expect(vitals.inp).to.include({ reason: null }).and.have.property('value').at.least(0)
  })

  for (const [what, path, ms] of [
    ['a long handler', '/handler-600', 600],
    ['an element that has to be scrolled to', '/handler-below', 100],
    ['an element at the far corner of the viewport', '/handler-corner', 100],
  ] as const) {
    it(`INP of ${what}`, async () => {
      expect((await measure(path)).vitals.inp.value).to.be.at.least(rounded(ms))
    })
  }

  it('of a page without interactive elements', async () => {
    const { vitals } = await measure('/still')
    expect(vitals.cls).to.deep.equal({ value: 0, reason: null, attribution: {} })
    expect(vitals.inp).to.deep.equal({ value: null, reason: 'no_interactive_element', attribution: {} })
  })

  it('LCP of an image that is pending while the network counts as idle', async () => {
    const { vitals } = await measure('/image-1500', { waitUntil: 'networkidle2' })
    expect(vitals.lcp.value).to.be.at.least(1500)
  })

  it('of a page that paints nothing have a reason', async () => {
    const { vitals } = await measure('/empty')
    const reasons = [vitals.fcp, vitals.lcp, vitals.cls].map(({ value, reason }) => [value, reason])
    expect(reasons).to.deep.equal(Array(3).fill([null, 'no_contentful_paint']))
    expect(vitals.ttfb.value).to.be.above(0)
  })
})
