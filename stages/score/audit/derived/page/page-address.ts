import { parseAddress } from '#shared/egress/policy/address.ts'
import { isInternalName, plainName } from '#shared/egress/policy/host-names.ts'
import { normalizeOctets } from '#shared/robots/octets.ts'

/**
 * One spelling for URLs that are the same: the URL Standard's serialisation (scheme, host and port in one form), without
 * fragment, escapes in upper case and only where they are needed (RFC 3986, 6.2.2). Query order, slashes and case of the
 * path make a difference.
 */
export function addressOf(url: URL): string {
  const href = url.href.split('#', 1)[0] ?? ''
  return href.includes('%') ? normalizeOctets(href) : href
}

/** Localhost, IP literals and names that are no public site's: nobody asks for https there, and no search engine comes. */
export function isPrivateHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return parseAddress(host) !== null || isInternalName(plainName(host))
}

/** Whether a text is an absolute http(s) URL as it stands: a scheme, two slashes and a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}
