import { expect } from 'chai'
import { framePages } from '#test/site/lab/frame-pages.ts'
import { measuring } from '../measuring.ts'

const [WIDTH, HEIGHT] = [1920, 1080]
/** What the block of 400 px counts that moves by 250 px in a frame of this size: Layout Instability, section 3.1. */
const scoreIn = (width: number, height: number) =>
  (Math.min(650, height) / height) * (250 / Math.max(width, height))
const share = (width: number, height: number) => (width * height) / (WIDTH * HEIGHT)
const wide = scoreIn(WIDTH, 900) * share(WIDTH, 900)
const own = (300 / HEIGHT) * (100 / WIDTH)
const low = scoreIn(WIDTH, 600) * share(WIDTH, 600)

describe('measureOnce: shifts inside frames', () => {
  const { measureAll, site } = measuring(framePages)
  const clsOf = async (path: string) => (await measureAll(path)).vitals.cls

  it('count by the share of the viewport that the frame takes, and name the frame', async () => {
    const cls = await clsOf('/frame-same-origin')
    expect(cls.value).to.be.closeTo(0.0784, 0.0005)
    expect(cls.attribution).to.include({ target: null, frame: site().url('/moving-500') })
    expect(cls.attribution.largest_shift).to.be.closeTo(wide, 0.0005)
    expect(cls.attribution.largest_shift_ms).to.be.at.least(500)
  })

  for (const [what, path, expected] of [
    ['of another site, in a process of its own', '/frame-other-site', wide],
    ['that shifts early', '/frame-early', wide],
    ['of half the width', '/frame-half-wide', scoreIn(960, 900) * share(960, 900)],
    ['half of which is in view', '/frame-partly-in-view', wide / 2],
    ['of another site, half of which is in view', '/frame-other-site-partly-in-view', wide / 2],
    ['below the viewport', '/frame-below', 0],
    ['that is hidden', '/frame-hidden', 0],
    ['beside the viewport', '/frame-invisible-place', 0],
    ['in a frame', '/frame-nested', scoreIn(960, 700) * share(960, 700)],
    ['in a frame of another site', '/frame-nested-other-site', scoreIn(960, 700) * share(960, 700)],
    ['in a shadow root', '/frame-in-shadow', wide],
    ['without an address', '/frame-srcdoc', wide],
  ] as const) {
    it(`of a frame ${what}`, async () => {
      expect((await clsOf(path)).value).to.be.closeTo(expected, 0.0005)
    })
  }

  it('add up with those of the main frame less than a second apart', async () => {
    const { value, attribution } = await clsOf('/frame-and-own')
    expect(value).to.be.closeTo(low + own, 0.0005)
    expect(attribution).to.include({ frame: site().url('/moving-500') })
  })

  it('do not add up with those more than a second apart', async () => {
    expect((await clsOf('/frame-long-after-own')).value).to.be.closeTo(Math.max(low, own), 0.0005)
  })

  it('add up over several frames, the page being observed until all are still', async () => {
    const lower = scoreIn(WIDTH, 480) * share(WIDTH, 480)
    expect((await clsOf('/frame-twice')).value).to.be.closeTo(low + lower, 0.0005)
  })
})
