/** The product token for groups of robots.txt (RFC 9309, section 2.2.1). */
export const PRODUCT_TOKEN = 'PageProbeBot'

/** The token whose robots.txt decision tells whether a page may be indexed. */
export const INDEXING_TOKEN = 'Googlebot'

const IDENTITY = 'compatible; PageProbeBot/1.0'

/** User-Agent headers of the service by kind of device. */
export const userAgents = {
  desktop: `Mozilla/5.0 (${IDENTITY})`,
  mobile: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X; ${IDENTITY}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  tablet: `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X; ${IDENTITY}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
} as const
