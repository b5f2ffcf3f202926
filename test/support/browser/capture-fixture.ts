import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { type Captured, capture } from '#stages/render/capture/capture.ts'
import type { CaptureLimits } from '#stages/render/capture/limits.ts'
import { pagesBelow } from '#test/site/pages/below.ts'
import { capturePages, farFrames, manyFrames } from '#test/site/pages/capture.ts'
import { pagesOfCovered } from '#test/site/pages/covered.ts'
import { embedded, holding } from '#test/site/pages/embedded.ts'
import { pagesOfAnimations } from '#test/site/pages/endless.ts'
import { pagesOfGrounds } from '#test/site/pages/grounds.ts'
import { pagesOfLocated } from '#test/site/pages/located.ts'
import { pagesOfReveals } from '#test/site/pages/reveals.ts'
import { pagesOfLocks } from '#test/site/pages/scroll-locks.ts'
import { atBottom, pagesOfViews } from '#test/site/pages/views.ts'
import { type DecodedImage, decodeImage } from '#test/support/browser/decoded-image.ts'
import { requireBrowser, type TestTab } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { openSite } from '#test/support/sites/target-site.ts'

/** A site whose pages are captured, each in a tab of its own. */
export interface CaptureFixture {
  /** Captures a page of the site in a new tab: a snapshot of 1280 x 800 in png by default. */
  take(path: string, options?: Partial<EffectiveSnapshot>, limits?: CaptureLimits): Promise<Captured>
  /** As `take`, decoded. */
  picture(path: string, options?: Partial<EffectiveSnapshot>, limits?: CaptureLimits): Promise<DecodedImage>
  /** The colors in the middles of blocks below each other, each 400 px tall; of the whole page by default. */
  middles(path: string, options?: Partial<EffectiveSnapshot>): Promise<string[]>
  /** A tab that shows the page. */
  open(path: string, options?: Partial<EffectiveSnapshot>, signal?: AbortSignal): Promise<TestTab>
}

/** A snapshot with default parameters, in png. */
export const plainSnapshot: EffectiveSnapshot = {
  device: 'desktop',
  viewport: { width: 1280, height: 800, deviceScaleFactor: 1 },
  fullPage: false,
  selector: null,
  blockAds: false,
  blockCookieBanners: false,
  format: 'png',
  fallbackFormat: null,
  quality: null,
  omitBackground: false,
  timeout: 30_000,
  waitFor: 0,
  waitUntil: 'load',
}

/** Opens the site for the suite that calls it. */
export function captureFixture(): CaptureFixture {
  let opened: OpenedFixture
  before(async function () {
    requireBrowser(this)
    opened = await openFixture()
  })
  after(() => opened?.close())
  return {
    open: (...asked) => opened.open(...asked),
    take: (...asked) => opened.take(...asked),
    picture: (...asked) => opened.picture(...asked),
    middles: (...asked) => opened.middles(...asked),
  }
}

interface OpenedFixture extends CaptureFixture {
  close(): Promise<void>
}

async function openFixture(): Promise<OpenedFixture> {
  const site = await openSite({
    hosts: 2,
    routes: {
      ...capturePages,
      ...pagesBelow,
      ...pagesOfViews,
      ...pagesOfLocated,
      ...pagesOfReveals,
      ...pagesOfGrounds,
      ...pagesOfCovered,
      ...pagesOfLocks,
      ...pagesOfAnimations,
      '/frames': (...exchange) => farFrames(site.url('/framed', 1))(...exchange),
      '/at-bottom': (...exchange) => atBottom(site.url('/framed', 1))(...exchange),
      '/holding': holding,
      '/embedded': (...exchange) => embedded(site.url('/framed', 1))(...exchange),
      '/many-frames': (...exchange) => manyFrames(site.url('/framed', 1))(...exchange),
    },
  })
  const open: CaptureFixture['open'] = async (path, options = {}, signal) => {
    const { viewport, device } = { ...plainSnapshot, ...options }
    const opened = await openWorkerTab({ ...(signal && { signal }) })
    const screen = { screenWidth: viewport.width, screenHeight: viewport.height }
    const metrics = { ...viewport, ...screen, mobile: device !== 'desktop' }
    await opened.tab.cdp.send('Emulation.setDeviceMetricsOverride', metrics)
    await opened.tab.cdp.send('Network.enable')
    await opened.tab.cdp.send('Page.enable')
    await opened.tab.page.goto(site.url(path))
    return opened
  }
  const take: CaptureFixture['take'] = async (path, options = {}, limits) => {
    const { tab, close } = await open(path, options)
    return capture(tab, { ...plainSnapshot, ...options }, limits).finally(close)
  }
  const picture: CaptureFixture['picture'] = async (...asked) => decodeImage((await take(...asked)).image)
  return {
    open,
    take,
    picture,
    async middles(path, options = { fullPage: true }) {
      const { at, height } = await picture(path, options)
      return Array.from({ length: height / 400 }, (_, index) => at(640, index * 400 + 200))
    },
    close: site.close,
  }
}
