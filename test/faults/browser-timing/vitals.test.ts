import { expect } from 'chai'
import { measuring } from '#test/browser/stages/render/lab/measuring.ts'
import { measureAlone } from './quiet-measurements.ts'

/** Paints are at multiples of 4 ms, events last multiples of 8 ms; a browser on its own needs no more than this besides. */
const PAINT_MS = 120
const TICK_MS = 8

/** Event Timing, `duration` is rounded to the nearest multiple of 8 ms, so what is painted at once lasts 0. */
const rounded = (ms: number) => Math.round(ms / TICK_MS) * TICK_MS

describe('vitals on a quiet machine are what is known, and little more', function () {
  this.timeout(120_000)
  const lab = measuring()

  for (const [path, ms, more] of [
    ['/handler-0', 0, 4 * TICK_MS],
    ['/handler-100', rounded(100), 2 * TICK_MS],
    ['/handler-250', rounded(250), 2 * TICK_MS],
    ['/handler-600', rounded(600), 2 * TICK_MS],
    ['/handler-below', rounded(100), 2 * TICK_MS],
    ['/handler-corner', rounded(100), 2 * TICK_MS],
    ['/handler-unpainted', 0, 500],
  ] as const) {
    it(`INP of ${path}`, async () => {
      const { vitals } = await measureAlone(lab, path)
      expect(vitals.inp.value).to.be.within(ms, ms + more)
    })
  }

  it('INP of a tap', async () => {
    const { vitals } = await measureAlone(lab, '/handler-250', { device: 'mobile' })
    // The browser takes 16.8 ms to tell a tap from other gestures.
    expect(vitals.inp.value).to.be.within(rounded(250), rounded(250) + 5 * TICK_MS)
  })

  for (const [path, waitUntil, ms] of [
    ['/image-500', 'load', 500],
    ['/image-1500', 'networkidle2', 1500],
  ] as const) {
    it(`LCP of ${path}`, async () => {
      const { vitals } = await measureAlone(lab, path, { waitUntil })
      const more = PAINT_MS + Number(vitals.ttfb.value)
      expect(vitals.lcp.value).to.be.within(ms, ms + more)
      expect(vitals.fcp.value).to.be.within(0, more)
    })
  }

  for (const [device, ms] of [
    ['desktop', 300],
    ['mobile', 562.5],
  ] as const) {
    it(`TTFB of a server that takes 300 ms: ${device}`, async () => {
      const { vitals } = await measureAlone(lab, '/slow-300', { device })
      expect(vitals.ttfb.value).to.be.within(ms, ms + PAINT_MS)
    })
  }

  it('a throttled processor is about four times slower', async () => {
    const { environment } = await measureAlone(lab, '/still', { device: 'tablet' })
    expect(environment.cpuFactorMeasured).to.be.within(3, 6)
  })
})
