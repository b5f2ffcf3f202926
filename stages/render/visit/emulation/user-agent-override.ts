import type { Protocol } from 'puppeteer-core'

/** What the browser says it is: headers and `navigator` alike. */
export type UserAgentOverride = Protocol.Emulation.SetUserAgentOverrideRequest

/** The same everywhere, so that a page answers the same everywhere. */
const ACCEPT_LANGUAGE = 'en-US,en'

/**
 * The identity of a user agent: its client hints (User-Agent Client Hints, section 3) say what the user agent itself says,
 * the bot's name first. Without them the browser's own would contradict it.
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
