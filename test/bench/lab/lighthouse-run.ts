import lighthouse, { type Flags } from 'lighthouse'
import { mergeFlags, renderFlags } from '#stages/render/adapters/browsers/launch/chromium-flags.ts'
import { profileOf } from '#stages/render/lab/conditions/profile.ts'
import { openTestBrowser } from '#test/support/browser/test-tab.ts'
import type { LabDevice, LabRun } from './lab-run.ts'

/**
 * Lighthouse in a new browser with our flags, viewport and user agent, throttled like our profile of the device, by
 * its own means. The start of the browser does not count.
 */
export async function lighthouseRun(url: string, device: LabDevice): Promise<LabRun> {
  const browser = await openTestBrowser(mergeFlags(renderFlags))
  try {
    const page = await browser.browser.newPage()
    const began = performance.now()
    const result = await lighthouse(url, flagsFor(device), undefined, page as never)
    const wallMs = performance.now() - began
    if (result === undefined) throw new Error('Lighthouse measured nothing')
    const { audits } = result.lhr
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    return {
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      wallMs,
    }
  } finally {
    await browser.close()
  }
}

function flagsFor(device: LabDevice): Flags {
  const { viewport, userAgent, cpuFactor, network } = profileOf(device)
  const kilobits = (bytes: number | null) => ((bytes ?? 0) * 8) / 1024
  return {
    onlyCategories: ['performance'],
    formFactor: device,
    screenEmulation: { ...viewport, mobile: device === 'mobile', disabled: false },
    emulatedUserAgent: userAgent,
    throttlingMethod: device === 'mobile' ? 'devtools' : 'provided',
    throttling: {
      requestLatencyMs: network.latencyMs,
      downloadThroughputKbps: kilobits(network.downloadBytesPerSecond),
      uploadThroughputKbps: kilobits(network.uploadBytesPerSecond),
      cpuSlowdownMultiplier: cpuFactor,
    },
    logLevel: 'error',
  }
}
