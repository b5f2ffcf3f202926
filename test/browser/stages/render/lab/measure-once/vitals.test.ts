import { expect } from 'chai'
import type { LabVital, Measurement } from '#shared/messages/payloads/measurement.ts'
import { maySecondTry } from '#test/support/second-try.ts'
import { measuring } from '../measuring.ts'

maySecondTry(import.meta.filename, 'the lab measures a real browser, which is late when others are at work')

/** Paints are at multiples of 4 ms, events last multiples of 8 ms; a browser on its own needs no more than this besides. */
const PAINT_MS = 120
const TICK_MS = 8

/** Event Timing, `duration` is rounded to the nearest multiple of 8 ms, so what is painted at once lasts 0. */
const rounded = (ms: number) => Math.round(ms / TICK_MS) * TICK_MS

/** At least what is known; not much more where nobody else was at work. */
function expectAbout({ noise }: Measurement, { value }: LabVital, known: number, more: number): void {
  expect(value).to.be.at.least(known)
  if (!noise.isContaminated) expect(value).to.be.at.most(known + more)
}

describe('measureOnce: vitals of pages with known values', function () {
  this.timeout(60_000)
  const { measure } = measuring()

  describe('CLS', () => {
    // Impact region times distance (Layout Instability, section 3): 300 of 1080 px, 100 of 1920 px.
    const desktop = (300 / 1080) * (100 / 1920)
    const mobile = (300 / 667) * (100 / 667)

    it('of one shift', async () => {
      const { vitals } = await measure('/shift-300')
      expect(vitals.cls.value).to.be.closeTo(desktop, 0.0005)
      expect(vitals.cls.attribution).to.include({ target: '#block' })
    })

    it('of a shift that mobile emulation attributes to input', async () => {
      const { vitals } = await measure('/shift-0', { device: 'mobile' })
      expect(vitals.cls.value).to.be.closeTo(mobile, 0.0005)
    })

    for (const device of ['desktop', 'mobile'] as const) {
      it(`of two shifts by a quarter, ${device}`, async () => {
        const { vitals } = await measure('/half-shifted', { device })
        expect(vitals.cls.value).to.be.closeTo(0.5, 0.005)
      })
    }
  })

  describe('INP', () => {
    for (const ms of [100, 250, 600]) {
      it(`of a handler of ${ms} ms`, async () => {
        const run = await measure(`/handler-${ms}`)
        expectAbout(run, run.vitals.inp, rounded(ms), 2 * TICK_MS)
        expect(run.vitals.inp.attribution.processing_ms).to.be.at.least(ms)
        expect(run.vitals.inp.attribution).to.include({ event: 'click', target: 'html>body>button' })
      })
    }

    it('of a handler that does nothing', async () => {
      const run = await measure('/handler-0')
      expectAbout(run, run.vitals.inp, 0, 4 * TICK_MS)
      expect(run.vitals.inp).to.include({ reason: null })
    })

    for (const device of ['desktop', 'mobile'] as const) {
      it(`of a handler after which nothing is painted, ${device}`, async () => {
        const { vitals } = await measure('/handler-unpainted', { device })
        // Without a frame of our own, it lasts until the next element is touched, a second later.
        expect(vitals.inp.value).to.be.within(0, 500)
      })
    }

    it('of an element that has to be scrolled to', async () => {
      const run = await measure('/handler-below')
      expectAbout(run, run.vitals.inp, rounded(100), 2 * TICK_MS)
    })

    it('at the far corner of the viewport', async () => {
      const run = await measure('/handler-corner')
      expectAbout(run, run.vitals.inp, rounded(100), 2 * TICK_MS)
    })

    it('of a tap', async () => {
      const run = await measure('/handler-250', { device: 'mobile' })
      // The browser takes 16.8 ms to tell a tap from other gestures.
      expectAbout(run, run.vitals.inp, rounded(250), 5 * TICK_MS)
    })
  })

  it('of a page without interactive elements', async () => {
    const { vitals } = await measure('/still')
    expect(vitals.cls).to.deep.equal({ value: 0, reason: null, attribution: {} })
    expect(vitals.inp).to.deep.equal({ value: null, reason: 'no_interactive_element', attribution: {} })
  })

  it('LCP of a late image', async () => {
    const run = await measure('/image-500')
    expectAbout(run, run.vitals.lcp, 500, PAINT_MS + Number(run.vitals.ttfb.value))
    expect(run.vitals.lcp.attribution).to.include({ target: 'html>body>img' })
    expect(run.vitals.lcp.attribution.resource_load_ms).to.be.at.least(500)
    expectAbout(run, run.vitals.fcp, 0, PAINT_MS + Number(run.vitals.ttfb.value))
    expect(run.pageLoadMs).to.be.at.least(500)
  })

  it('LCP of an image that is pending while the network counts as idle', async () => {
    const run = await measure('/image-1500', { waitUntil: 'networkidle2' })
    expectAbout(run, run.vitals.lcp, 1500, PAINT_MS + Number(run.vitals.ttfb.value))
  })

  it('TTFB of a slow server', async () => {
    const run = await measure('/slow-300')
    expectAbout(run, run.vitals.ttfb, 300, PAINT_MS)
    expect(run.environment).to.include({ latencyMs: 0, networkProfile: 'unthrottled' })
  })

  it('TTFB with an emulated latency that is longer than the server takes', async () => {
    const run = await measure('/slow-300', { device: 'mobile' })
    expectAbout(run, run.vitals.ttfb, 562.5, PAINT_MS)
    expect(run.environment).to.include({ latencyMs: 562.5, networkProfile: 'slow-4g-devtools' })
  })

  it('of a page that paints nothing have a reason', async () => {
    const { vitals } = await measure('/empty')
    const reasons = [vitals.fcp, vitals.lcp, vitals.cls].map(({ value, reason }) => [value, reason])
    expect(reasons).to.deep.equal(Array(3).fill([null, 'no_contentful_paint']))
    expect(vitals.ttfb.value).to.be.above(0)
  })
})
