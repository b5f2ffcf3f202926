import { getDomain } from 'tldts'

/** The registrable domain of a host, including private suffixes such as github.io; the host itself without one. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
