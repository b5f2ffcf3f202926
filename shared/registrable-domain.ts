import { getDomain } from 'tldts'

/** The registrable domain of a host, private suffixes such as github.io counting; the host where it has none. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
