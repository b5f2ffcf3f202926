import { parseAddress } from '#shared/egress/policy/address.ts'
import { isInternalName, plainName } from '#shared/egress/policy/host-names.ts'
import { normalizeOctets } from '#shared/web/robots/octets.ts'

/**
 * One spelling for equal URLs: serialised by the URL Standard, without fragment, escapes in upper case and only
 * where needed (RFC 3986, section 6.2.2). Query order, slashes and the case of the path are significant.
 */
export function addressOf(url: URL): string {
  const href = url.href.split('#', 1)[0] ?? ''
  return href.includes('%') ? normalizeOctets(href) : href
}

/**
 * Whether the host is localhost, an IP literal or an internal name: no search engine comes there, and https is not
 * expected.
 */
export function isPrivateHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return parseAddress(host) !== null || isInternalName(plainName(host))
}

/** Whether a text is an absolute http(s) URL: a scheme, two slashes and a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}
