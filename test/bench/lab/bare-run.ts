import { setTimeout as delay } from 'node:timers/promises'
import { profileOf, throttle } from '#stages/render/lab/conditions/profile.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { emulateDevice } from '#stages/render/visit/emulate-device.ts'
import type { TestBrowser } from '#test/support/browser/test-tab.ts'
import type { LabDevice, LabRun } from './lab-run.ts'

/** After the load event, in milliseconds: no page of the bench paints or shifts later. */
const STILL_MS = 2500

/** The browser's own figures, asked for once everything is over. */
const figures = `new Promise((resolve) => {
  const entries = { 'largest-contentful-paint': [], 'layout-shift': [] }
  for (const type of Object.keys(entries))
    new PerformanceObserver((list) => entries[type].push(...list.getEntries())).observe({ type, buffered: true })
  setTimeout(() => resolve({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    lcp: entries['largest-contentful-paint'].at(-1)?.startTime ?? NaN,
    cls: entries['layout-shift'].reduce((sum, { value }) => sum + value, 0),
  }), 100)
})`

/** An instrument that is attached to the tab before its navigation. */
export type Instrument = (tab: Tab) => Promise<unknown>

/**
 * A page in a fresh tab with nothing but the emulated device, its network and its CPU, all by CDP, and the given instruments. Nothing
 * runs in the page before its load event.
 */
export async function bareRun(
  browser: TestBrowser,
  url: string,
  device: LabDevice,
  instruments: readonly Instrument[] = [],
): Promise<LabRun> {
  const began = performance.now()
  const { tab, close } = await browser.open()
  try {
    await prepare(tab, device)
    for (const attach of instruments) await attach(tab)
    await load(tab, url)
    const { result } = await tab.cdp.send('Runtime.evaluate', {
      ...{ expression: figures, awaitPromise: true, returnByValue: true },
    })
    return { ...result.value, wallMs: performance.now() - began }
  } finally {
    await close()
  }
}

async function prepare(tab: Tab, device: LabDevice): Promise<void> {
  const profile = profileOf(device)
  const { viewport, userAgent } = profile
  const { windowId } = await tab.cdp.send('Browser.getWindowForTarget')
  const { width, height } = viewport
  await tab.cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
  await tab.cdp.send('Page.enable')
  await emulateDevice(tab.cdp, { options: { device, viewport }, userAgent })
  await throttle(tab, profile)
}

async function load({ cdp }: Tab, url: string): Promise<void> {
  const loaded = new Promise((resolve) => cdp.once('Page.loadEventFired', resolve))
  await cdp.send('Page.navigate', { url })
  await loaded
  await delay(STILL_MS)
}
