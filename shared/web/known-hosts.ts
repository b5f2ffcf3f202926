import {
  type AddressRange,
  isWithin,
  parseAddress,
  parseRange,
  withoutBrackets,
} from '#shared/egress/policy/address.ts'

/** Whether a listener answers requests for the host: the authority of the target, or the Host field. */
export type HostCheck = (authority: string | undefined) => boolean

/** RFC 1122, section 3.2.1.3; RFC 4291, sections 2.5.3 and 2.5.5.2. */
const loopback = ['127.0.0.0/8', '::1', '::ffff:127.0.0.0/104'].map(parseRange) as AddressRange[]

/**
 * Makes the check of a listener. On a loopback address it knows loopback addresses, localhost and names below it, and `hosts`, so that
 * a page whose own name points to loopback (DNS rebinding) reads nothing. On any other address it knows every host, since proxies in
 * front send what they like. A request without a host (HTTP/1.0) comes from no browser, and is answered.
 * @param address IP address that the listener is bound to
 * @param hosts names and addresses as `canonicalHost` returns them
 */
export function knownHosts(address: string, hosts: readonly string[]): HostCheck {
  if (!isLoopbackAddress(address)) return () => true
  const allowed = new Set(hosts)
  return (authority = '') => {
    if (authority === '') return true
    const host = canonicalHost(authority)
    return host !== null && (isLoopbackHost(host) || allowed.has(host))
  }
}

/**
 * The host of an authority (`host` or `host:port`), as URLs have it: lower case, punycode, addresses in their usual notation, IPv6 in
 * brackets (WHATWG URL, host serializing). Null when it is none.
 */
export function canonicalHost(authority: string): string | null {
  const url = `http://${authority}/`
  return /^[^/?#@\\\s]+$/.test(authority) && URL.canParse(url) ? new URL(url).hostname : null
}

/** Names of RFC 6761, section 6.3, also with the dot of the root, and addresses. */
function isLoopbackHost(host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(withoutBrackets(host))
}

function isLoopbackAddress(address: string): boolean {
  const bytes = parseAddress(address)
  return bytes !== null && loopback.some((range) => isWithin(bytes, range))
}
