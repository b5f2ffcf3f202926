import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Device, EffectiveSnapshot, Viewport } from '#shared/operations/snapshot.ts'

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

/** The user agent in headers and in `navigator`. */
export type UserAgentOverride = Protocol.Emulation.SetUserAgentOverrideRequest

/** The same on all machines, so that pages answer the same. */
const ACCEPT_LANGUAGE = 'en-US,en'

/**
 * The override for a user agent string. Its client hints (User-Agent Client Hints, section 3) agree with the string, the name of the bot
 * first; without them, the hints of the browser itself would contradict it.
 */
export function userAgentOverride(userAgent: string): UserAgentOverride {
  const apple = /\b(?<model>iPhone|iPad); CPU (?:iPhone )?OS (?<version>[\d_]+)/.exec(userAgent)?.groups
  const platformVersion = apple?.version?.replaceAll('_', '.') ?? ''
  const model = apple?.model ?? ''
  return {
    userAgent,
    acceptLanguage: ACCEPT_LANGUAGE,
    ...(apple && { platform: model }),
    userAgentMetadata: {
      ...parseBrands(userAgent),
      platform: apple ? 'iOS' : '',
      platformVersion,
      architecture: '',
      model,
      mobile: /\bMobile\//.test(userAgent),
    },
  }
}

function parseBrands(
  userAgent: string,
): Pick<Protocol.Emulation.UserAgentMetadata, 'brands' | 'fullVersionList'> {
  const { brand = '', version = '' } =
    /\bcompatible; (?<brand>\w+)\/(?<version>[\d.]+)/.exec(userAgent)?.groups ?? {}
  if (brand === '') return { brands: [], fullVersionList: [] }
  return {
    brands: [{ brand, version: version.split('.')[0] ?? version }],
    fullVersionList: [{ brand, version }],
  }
}
