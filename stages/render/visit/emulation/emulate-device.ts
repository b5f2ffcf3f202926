import type { CDPSession } from 'puppeteer-core'
import type { Device, EffectiveSnapshot, Viewport } from '#shared/operations/snapshot.ts'
import { userAgentOverride } from './user-agent-override.ts'

export interface Appearance {
  readonly options: Pick<EffectiveSnapshot, 'device' | 'viewport'>
  readonly userAgent: string
}

/** Touch points of the emulated screen. */
const TOUCH_POINTS = 5

/** Emulates the device. Call it before the first navigation: pages read these values while they load. */
export async function emulateDevice(cdp: CDPSession, { options, userAgent }: Appearance): Promise<void> {
  const hasTouch = isHandheld(options.device)
  await Promise.all([
    cdp.send('Emulation.setDeviceMetricsOverride', metricsOf(options.viewport, hasTouch)),
    cdp.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch, maxTouchPoints: TOUCH_POINTS }),
    emulateUserAgent(cdp, userAgent),
  ])
}

/**
 * Overrides the user agent of the target of the session; frames with processes of their own need a call each. Locale (English, US) and
 * time zone (UTC) are set when the browser is launched.
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
