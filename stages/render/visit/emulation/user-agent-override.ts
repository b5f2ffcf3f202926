import type { Protocol } from 'puppeteer-core'

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
