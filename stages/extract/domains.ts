import { getDomain } from 'tldts'

/** The registrable domain of a URL's host, private suffixes such as github.io counting; the host where it has none. */
export function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname
}
