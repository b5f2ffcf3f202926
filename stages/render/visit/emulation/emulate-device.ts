import type { CDPSession } from 'puppeteer-core'
import type { Device, EffectiveSnapshot, Viewport } from '#shared/operations/snapshot.ts'
import { userAgentOverride } from './user-agent-override.ts'

export interface Appearance {
  readonly options: Pick<EffectiveSnapshot, 'device' | 'viewport'>
  readonly userAgent: string
}

/** Fingers that a touch screen tells apart. */
const TOUCH_POINTS = 5

/** Makes the tab the device, before it goes anywhere: what a page sees of it while it loads decides what it becomes. */
export async function emulateDevice(cdp: CDPSession, { options, userAgent }: Appearance): Promise<void> {
  const hasTouch = isHandheld(options.device)
  await Promise.all([
    cdp.send('Emulation.setDeviceMetricsOverride', metricsOf(options.viewport, hasTouch)),
    cdp.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch, maxTouchPoints: TOUCH_POINTS }),
    emulateUserAgent(cdp, userAgent),
  ])
}

/**
 * Who the browser is. Frames of other processes have to be told for themselves. Where it lives, English (US) and UTC, it was
 * started with.
 */
export async function emulateUserAgent(cdp: CDPSession, userAgent: string): Promise<void> {
  await cdp.send('Emulation.setUserAgentOverride', userAgentOverride(userAgent))
}

function isHandheld(device: Device): boolean {
  return device !== 'desktop'
}

function metricsOf({ width, height, deviceScaleFactor }: Viewport, mobile: boolean) {
  const screen = { screenWidth: width, screenHeight: height }
  const portrait = { screenOrientation: { type: 'portraitPrimary', angle: 0 } } as const
  return { width, height, deviceScaleFactor, mobile, ...screen, ...(mobile && portrait) }
}
